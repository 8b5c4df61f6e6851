"""What must be true of the figures before a time means anything."""

import csv
import json
import pathlib

TOLERANCE = 1e-9
SINGLE_PRECISION = 1e-6  # for a peer that computes in 32-bit floats
SETS = [f"{m}_{a}" for m in ("precision", "recall", "f1")
        for a in ("micro", "macro", "weighted", "samples")]
SETS += ["jaccard_micro", "jaccard_macro", "jaccard_samples", "hamming_loss", "subset_accuracy"]
CODES = [f"{m}_{a}" for m in ("precision", "recall", "f1") for a in ("micro", "macro", "weighted")]
CODES += ["accuracy", "balanced_accuracy", "mcc", "cohen_kappa"]


def compare(job, reference, names):
    """Adds a fault to the job for each figure that is missing or differs from the reference's."""
    tolerance = SINGLE_PRECISION if job.program.startswith("torchmetrics") else TOLERANCE
    compare_values(job, reference, names, tolerance)
    for name in ("n_examples", "n_labels"):
        if job.answer.get(name) != reference.answer.get(name):
            job.faults.append(f"{name} is {job.answer.get(name)}, "
                              f"but {reference.answer.get(name)} by {reference.program}")


def compare_values(job, reference, names, tolerance):
    ours, theirs = job.measures(), reference.measures()
    for name in names:
        if name not in theirs:
            continue
        if name not in ours:
            job.faults.append(f"{name} is missing")
        elif not abs(ours[name] - theirs[name]) <= tolerance:
            job.faults.append(
                f"{name} is {ours[name]!r}, but {theirs[name]!r} by {reference.program}")


def same_bytes(job, other):
    """The same input gives the same report, whatever the number of threads."""
    if job.output != other.output:
        job.faults.append(f"its output differs in bytes from that of {other.program}")


def compare_counts(job, table_path, reference_path):
    """The per-label table holds the counts that scikit-learn has, label by label."""
    expected = json.loads(pathlib.Path(reference_path).read_text())
    seen = 0
    with open(table_path, newline="", encoding="utf-8") as file:
        rows = csv.reader(file)
        head = next(rows)
        places = [head.index(name) for name in ("tp", "fp", "fn")]
        place = head.index("label")
        for row in rows:
            label, counts = row[place], [float(row[i]) for i in places]
            if counts != expected.get(label):
                job.faults.append(f"label '{label}' has tp, fp, fn {counts}, "
                                  f"but {expected.get(label)} by scikit-learn")
                return
            seen += 1
    if seen != len(expected):
        job.faults.append(f"{seen} labels in the per-label table, but {len(expected)} expected")
