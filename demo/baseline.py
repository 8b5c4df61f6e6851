#!/usr/bin/env python3
"""A plain baseline for the demo: the official ISCO-08 title nearest to each job title.

Titles become bags of character n-grams, weighted by tf-idf and compared by cosine. Reads truth.tsv
(only its columns id and title) and isco08_titles.tsv beside this file; writes pred.tsv (the best
code) and scores.tsv (the ten best codes) there, or in the folder given as the only argument.

The files must be the same bytes everywhere, so all that follows the logarithm is whole numbers.
"""

import math
import sys
from collections import Counter
from pathlib import Path

HERE = Path(__file__).resolve().parent
N_GRAM_SIZES = (3, 4, 5)
N_BEST = 10
SCORE_UNITS = 10_000  # scores have four decimals
IDF_UNITS = 1_000


def read_table(path: Path) -> list[dict[str, str]]:
    header, *lines = path.read_text(encoding="utf-8").splitlines()
    names = header.split("\t")
    return [dict(zip(names, line.split("\t"), strict=True)) for line in lines]


def n_grams(text: str) -> Counter[str]:
    """Counts the n-grams of each word, the word's ends marked by a blank."""
    words = "".join(c if c.isalnum() else " " for c in text.lower()).split()
    return Counter(
        f" {word} "[start : start + size]
        for word in words
        for size in N_GRAM_SIZES
        for start in range(len(word) + 3 - size)
    )


def inverse_document_frequencies(documents: list[Counter[str]]) -> dict[str, int]:
    """ln((1 + documents) / (1 + documents with the n-gram)) + 1, in thousandths."""
    n_with = Counter(gram for document in documents for gram in document)
    return {
        gram: round(IDF_UNITS * (math.log((1 + len(documents)) / (1 + n)) + 1))
        for gram, n in n_with.items()
    }


def weigh(counts: Counter[str], idf: dict[str, int]) -> dict[str, int]:
    """N-grams that no official title has cannot match, and are left out."""
    return {gram: n * idf[gram] for gram, n in counts.items() if gram in idf}


def squared_length(vector: dict[str, int]) -> int:
    return sum(weight * weight for weight in vector.values())


def cosine(a: dict[str, int], b: dict[str, int]) -> int:
    """The cosine in ten-thousandths, rounded down."""
    dot = sum(weight * b[gram] for gram, weight in a.items() if gram in b)
    if dot == 0:
        return 0
    return math.isqrt(dot * dot * SCORE_UNITS**2 // (squared_length(a) * squared_length(b)))


def best_codes(
    query: dict[str, int], titles: dict[str, dict[str, int]]
) -> list[tuple[str, int]]:
    """The best codes that match at all, ties in the order of the codes."""
    scored = [(code, cosine(query, title)) for code, title in titles.items()]
    matching = [(code, score) for code, score in scored if score > 0]
    return sorted(matching, key=lambda pair: (-pair[1], pair[0]))[:N_BEST]


def write_lines(path: Path, lines: list[str]) -> None:
    path.write_bytes("".join(line + "\n" for line in lines).encode("utf-8"))


def run(out: Path) -> None:
    official = {row["code"]: n_grams(row["title"]) for row in read_table(HERE / "isco08_titles.tsv")}
    idf = inverse_document_frequencies(list(official.values()))
    titles = {code: weigh(counts, idf) for code, counts in official.items()}

    predictions = ["id\tpred"]
    scores = ["id\tlabel\tscore"]
    for row in read_table(HERE / "truth.tsv"):
        best = best_codes(weigh(n_grams(row["title"]), idf), titles)
        predictions.append(f"{row['id']}\t{best[0][0] if best else ''}")
        scores += [f"{row['id']}\t{code}\t{score / SCORE_UNITS:.4f}" for code, score in best]
        if not best:
            scores.append(row["id"])
    write_lines(out / "pred.tsv", predictions)
    write_lines(out / "scores.tsv", scores)


if __name__ == "__main__":
    run(Path(sys.argv[1]) if len(sys.argv) > 1 else HERE)
