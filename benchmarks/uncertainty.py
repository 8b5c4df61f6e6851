"""Intervals and tests: which programs run, what must agree, what is aimed at."""

import json

import checks

PLACE, PART = "w3 intervals", "w3:scale=0.1 intervals"
PLAIN, PLAIN_2 = "tallystick, no interval", "tallystick, no interval, 2 threads"
SIZES, MACRO_1, MACRO = ("tallystick, 1,000 resamples", "tallystick, macro F1, no interval, 2 threads",
                         "tallystick, macro F1, 1,000 resamples, 2 threads")
PAIRED, READING = "tallystick compare, 10,000 randomisations", "tallystick compare, one randomisation"
OURS_PART, SCIPY, LOOP = ("tallystick, 1,000 resamples", "scipy.stats.bootstrap, 1,000 resamples",
                          "numpy, a loop of 1,000 resamples")
# Figures that sizes of the examples' sets tell.
FROM_SIZES = ("f1_micro,precision_micro,recall_micro,jaccard_micro,f1_samples,precision_samples,"
              "recall_samples,jaccard_samples,hamming_loss,subset_accuracy")
RESAMPLED = ["--interval", "bootstrap", "--resamples", "1000"]


def whole_jobs(setting, runs, scratch):
    place = setting.workload("w3")
    pairs = place / "pairs.csv"
    other = scratch / "other.tsv"  # a second system: every tenth row of the first is gone
    if not setting.absent["tallystick"]:
        with open(place / "pred.tsv", encoding="utf-8") as rows, \
                open(other, "w", encoding="utf-8") as kept:
            kept.writelines(row for i, row in enumerate(rows) if i % 10 != 9)
    files = [place / "true.tsv", place / "pred.tsv", other]

    def paired(program, resamples):
        job = setting.job(PLACE, program, "tallystick", [
            setting.tallystick, "compare", "-o", "json", "--threads", 1, "-m", "f1_micro", "--test",
            "randomisation", "--resamples", resamples, "--missing", "empty", *files], runs)
        job.parse = lambda output: {"measures": {}} if json.loads(output) else {}
        return job

    return [
        setting.evaluate(PLACE, PLAIN, ["-m", FROM_SIZES, pairs], runs),
        setting.evaluate(PLACE, SIZES, ["-m", FROM_SIZES, *RESAMPLED, pairs], runs),
        setting.evaluate(PLACE, MACRO_1, ["-m", "f1_macro", pairs], runs, threads=2),
        setting.evaluate(PLACE, MACRO, ["-m", "f1_macro", *RESAMPLED, pairs], runs, threads=2),
        paired(PAIRED, 10000), paired(READING, 1)]


def part_jobs(setting, runs, peer_runs):
    pairs = setting.workload("w3:scale=0.1") / "pairs.csv"
    script = setting.peer("resamples.py")
    return [setting.evaluate(PART, OURS_PART, ["-m", "f1_micro", *RESAMPLED, pairs], runs),
            setting.job(PART, SCIPY, "sklearn", [*script, "scipy", pairs], peer_runs),
            setting.job(PART, LOOP, "sklearn", [*script, "loop", pairs], peer_runs)]


def check(table):
    ours = table.get((PART, OURS_PART))
    for name in (SCIPY, LOOP):
        theirs = table.get((PART, name))
        if not (ours and theirs and ours.ran and theirs.ran):
            continue
        checks.compare_values(ours, theirs, ["f1_micro"], checks.TOLERANCE)
        record, ends = ours.answer["measures"]["f1_micro"], theirs.answer["ends"]
        width = ends[1] - ends[0]
        for end, other in zip((record["low"], record["high"]), ends):
            if abs(end - other) > width / 4:  # the draws differ; a thousand tell an end that well
                ours.faults.append(f"an end of f1_micro is {end}, but {other} by {name}")


def add_targets(targets):
    plain, sizes = targets.value(PLACE, PLAIN, "cpu"), targets.value(PLACE, SIZES, "cpu")
    added = (sizes - plain) * 1e3 if plain is not None and sizes is not None else None
    targets.row("w3 csv: 1,000 resamples of micro and example-based figures add", 50, added, " ms")
    targets.row("w3 csv: 1,000 resamples of macro F1 over one evaluation, two threads, wall", 20,
                targets.ratio(PLACE, MACRO, MACRO_1, "wall"), "x")
    all_of, one = (targets.value(PLACE, name, "wall") for name in (PAIRED, READING))
    targets.row("w3 tsv: 10,000 randomisations of micro F1, less a run of one", 1,
                all_of - one if all_of is not None and one is not None else None, " s")
    for name in (SCIPY, LOOP):
        targets.row(f"a tenth of w3: times faster than {name}, whole process", None,
                    targets.ratio(PART, name, OURS_PART), "x")
