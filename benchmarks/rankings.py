"""Rankings and scores: which programs run, what must agree, what is aimed at."""

import checks

FOUR_DIGITS = 5.1e-5  # trec_eval prints four
WHOLE, TENTH, GENES = "w3 rankings", "w3:scale=0.1 rankings", "w5 fmax"
OURS, FLAT, RARE, LABELS = ("tallystick", "tallystick, label sets alone", "tallystick, with PSP@k",
                            "tallystick, AUC and AP of each label")
PEER, PROGRAM = "trec_eval, by pytrec_eval", "trec_eval"
FIRST = ",".join(f"{name}@{k}" for name in ("precision", "ndcg") for k in range(1, 6))
PRECISION = ",".join(f"precision@{k}" for k in range(1, 6))
# Ours, and trec_eval's name of the same.
SAME = {"lrap": "map", "r_precision": "Rprec", "reciprocal_rank": "recip_rank", "ndcg@5": "ndcg_cut_5",
        "precision@1": "P_1", "precision@5": "P_5", "recall@5": "recall_5"}


def whole_jobs(setting, runs):
    place = setting.workload("w3")
    files = [place / "true.tsv", place / "pred.tsv"]
    return [
        setting.evaluate(WHOLE, FLAT, ["-m", "hamming_loss", *files], runs),
        setting.evaluate(WHOLE, OURS, ["-m", f"{FIRST},lrap,coverage_error,ranking_loss,one_error",
                                       *files], runs),
        setting.evaluate(WHOLE, "tallystick, P@k alone", ["-m", PRECISION, *files], runs),
        setting.evaluate(WHOLE, RARE, ["--train", files[0], "-m",
                                       ",".join(f"psp@{k}" for k in range(1, 6)), *files], runs),
        setting.evaluate(WHOLE, LABELS, ["-m", "average_precision_macro,roc_auc_macro", *files], runs),
    ]


def write_trec(place, scratch):
    """The same truth and predictions as qrels and a run."""
    for name, row in (("true.tsv", "{0} 0 {1} 1\n"), ("pred.tsv", "{0} Q0 {1} 0 {2} run\n")):
        with open(place / name, encoding="utf-8") as rows, \
                open(scratch / f"{name}.trec", "w", encoding="utf-8") as lines:
            lines.writelines(row.format(*line.rstrip("\n").split("\t")) for line in rows)
    return [scratch / "true.tsv.trec", scratch / "pred.tsv.trec"]


def parse_trec_eval(output):
    """A line a measure: its name, 'all' and the value, to four digits."""
    found = {name: float(value) for name, _, value in map(str.split, output.decode().splitlines())}
    return {"measures": {ours: found[theirs] for ours, theirs in SAME.items()}}


def tenth_jobs(setting, runs, peer_runs, scratch):
    place = setting.workload("w3:scale=0.1")
    files = [place / "true.tsv", place / "pred.tsv"]
    program = setting.job(TENTH, PROGRAM, "trec_eval", [
        setting.trec_eval, "-m", "map", "-m", "Rprec", "-m", "recip_rank", "-m", "ndcg_cut.5", "-m",
        "P.1,5", "-m", "recall.5", *write_trec(place, scratch)], peer_runs)
    program.parse = parse_trec_eval
    return [setting.evaluate(TENTH, OURS, ["--convention", "trec", "-m", ",".join(SAME), *files], runs),
            setting.job(TENTH, PEER, "pytrec_eval", [*setting.peer("trec_rankings.py"), *files],
                        peer_runs), program]


def gene_jobs(setting, runs):
    place = setting.workload("w5")
    return [setting.evaluate(GENES, OURS, ["--taxonomy", place / "edges.tsv", "-m", "protein-function",
                                           place / "true.tsv", place / "pred.tsv"], runs)]


def check(table):
    ours, theirs = table.get((TENTH, OURS)), table.get((TENTH, PEER))
    if ours and theirs and ours.ran and theirs.ran:
        checks.compare_values(ours, theirs, list(SAME), checks.TOLERANCE)
    program = table.get((TENTH, PROGRAM))
    if ours and program and ours.ran and program.ran:
        checks.compare_values(ours, program, list(SAME), FOUR_DIGITS)


def add_targets(targets):
    targets.row("w3: rankings over label sets alone", None, targets.ratio(WHOLE, OURS, FLAT), "x")
    targets.row("w3: AUC and AP of each label over label sets alone", None,
                targets.ratio(WHOLE, LABELS, FLAT), "x")
    targets.row("w3: PSP@k, training labels read too, over P@k", None,
                targets.ratio(WHOLE, RARE, "tallystick, P@k alone"), "x")
    targets.row("a tenth of w3: times faster than trec_eval by pytrec_eval, whole process", None,
                targets.ratio(TENTH, PEER, OURS), "x")
    targets.row("a tenth of w3: times faster than trec_eval, whole process", 80,
                targets.ratio(TENTH, PROGRAM, OURS), "x", at_least=True)
    targets.row("w5: every Fmax and Smin", 1.5, targets.value(GENES, OURS, "wall"), " s")
    targets.peak(GENES, 300)
