"""Hierarchical measures: which programs run, what must agree, what is aimed at."""

import checks

LCA = ("lca_precision", "lca_recall", "lca_f1")
SETS = tuple(f"hierarchical_{x}" for x in ("precision", "recall", "f1"))
SAMPLES = tuple(f"{name}_samples" for name in SETS)
MICRO = tuple(f"{name}_micro" for name in SETS)
SIX_DIGITS = 6e-6  # HEMKit prints six
HICLASS_SHARE = 0.01  # of w6: it walks over rows and levels one by one

MESH, GENES, CODES = "mesh csv", "w5 csv", "w6 codes"
PART = f"w6:scale={HICLASS_SHARE} codes"
OURS, WITH_LCA = "tallystick", "tallystick, with LCA"
WITH_CODES, ALL_CODES = "tallystick, with isco08", "tallystick, every hierarchical measure"


def parse_hemkit(output):
    """One line: hP hR hF, then the LCA measures by its own rule, which breaks ties by numbers."""
    values = [float(x) for x in output.split()]
    return {"measures": dict(zip(SAMPLES + tuple(f"hemkit_{x}" for x in LCA), values))}


def code_arguments(place):
    return ["--id", "1", "--truth", "2", "--pred", "3", place / "codes.tsv"]


def mesh_jobs(setting, runs, peer_runs):
    place = setting.workload("mesh")
    numbers = [place / f"{name}.txt" for name in ("hierarchy", "true", "pred")]
    arguments = ["--convention", "hemkit", "--taxonomy", place / "edges.tsv",
                 "-m", ",".join(SAMPLES + LCA), place / "pairs.csv"]
    hemkit = setting.job(MESH, "HEMKit", "hemkit", [setting.hemkit, *numbers, 100000, 5], peer_runs)
    hemkit.parse = parse_hemkit
    return [setting.evaluate(MESH, OURS, arguments, runs), hemkit]


def gene_jobs(setting, runs):
    place = setting.workload("w5")
    arguments = ["--taxonomy", place / "edges.tsv", place / "pairs.csv"]
    return [
        setting.evaluate(GENES, OURS, ["-m", ",".join(MICRO + SAMPLES), *arguments], runs),
        setting.evaluate(GENES, WITH_LCA, ["-m", ",".join(MICRO + SAMPLES + LCA), *arguments], runs)]


def code_jobs(setting, runs):
    """Beside the flat runs over the same file: the flat table and, from the same pass, the
    hierarchical one (with levels, kinds of mistakes and branches); then every measure there is."""
    arguments = ["--taxonomy", "isco08", *code_arguments(setting.workload("w6"))]
    return [setting.evaluate(CODES, WITH_CODES, arguments, runs),
            setting.evaluate(CODES, ALL_CODES, ["-m", "standard,hierarchical", *arguments], runs)]


def part_jobs(setting, runs, peer_runs):
    place = setting.workload(PART.split()[0])
    table = ["--taxonomy", "isco08", "-m", ",".join(MICRO + SAMPLES), *code_arguments(place)]
    return [setting.evaluate(PART, OURS, table, runs),
            setting.job(PART, "HiClass", "hiclass",
                        [*setting.peer("hiclass_codes.py"), place / "codes.tsv"], peer_runs)]


def check(table):
    """Ancestor sets must give HEMKit's and HiClass's figures; LCA has a rule of its own here."""
    for workload, peer, names, tolerance in ((MESH, "HEMKit", SAMPLES, SIX_DIGITS),
                                             (PART, "HiClass", MICRO, checks.TOLERANCE)):
        ours, theirs = table.get((workload, OURS)), table.get((workload, peer))
        if ours and theirs and ours.ran and theirs.ran:
            checks.compare_values(ours, theirs, names, tolerance)


def add_targets(targets):
    targets.row("mesh: LCA and ancestor sets, times faster than HEMKit, whole process", 50,
                targets.ratio(MESH, "HEMKit", OURS), "x", at_least=True)
    wall = targets.value(GENES, OURS, "wall")
    targets.row("w5: start to end", 1, wall, " s")
    targets.row("w5: start to end, with LCA", None, targets.value(GENES, WITH_LCA, "wall"), " s")
    targets.peak(GENES, 200)
    targets.row("w6: with the hierarchical table over the flat one alone", 1.5,
                targets.ratio(CODES, WITH_CODES, OURS), "x")
    targets.row("w6: with every hierarchical measure over the flat table alone", None,
                targets.ratio(CODES, ALL_CODES, OURS), "x")
    hiclass, ours = targets.of.get((PART, "HiClass")), targets.value(CODES, WITH_CODES, "cpu")
    scaled = None
    if hiclass and ours:
        start = hiclass.answer["steps"]["import"]
        scaled = (start + (hiclass.median("cpu") - start) / HICLASS_SHARE) / ours
    targets.row(f"w6: times faster than HiClass, from {HICLASS_SHARE:.0%} of the rows", 500, scaled,
                "x", at_least=True)
