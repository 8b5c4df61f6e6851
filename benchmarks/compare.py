#!/usr/bin/env python3
"""Times tallystick beside a bare floor program and its peers, on whole processes and real files.

    compare.py --build DIRECTORY [--quick] [--out RESULTS.md]

DIRECTORY is a Release build with -DTALLYSTICK_BUILD_BENCHMARKS=ON. Workloads and the peers' virtual
environment are made in it on the first run. Every figure printed by a program that is timed is
compared with scikit-learn's and the floor's. Exit status: 0; 1 when a figure differs or tallystick
did not run; a missed speed target is shown, not an error.
"""

import argparse
import pathlib
import shutil
import subprocess
import sys
import tempfile

import checks
import harness
import hierarchical
import rankings
import results
import uncertainty
from harness import Job

HERE = pathlib.Path(__file__).resolve().parent


def say(text):
    print(f"bench: {text}", file=sys.stderr, flush=True)


def succeeds(command):
    try:
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    except OSError:
        return False


class Setting:
    """Where programs and workloads are, and which peers this machine has."""

    def __init__(self, options):
        build = pathlib.Path(options.build)
        self.build = build
        self.quick = options.quick
        self.tallystick = pathlib.Path(options.tallystick or build / "apps/tallystick/tallystick")
        self.floor = pathlib.Path(options.floor or build / "benchmarks/floor")
        self.workloads = pathlib.Path(options.workloads or build / "workloads")
        self.python = options.python or self.make_environment(build / "peers")
        self.absent = {
            "tallystick": "" if self.tallystick.exists() else f"no program {self.tallystick}",
            "floor": "" if self.floor.exists() else f"no program {self.floor}"}
        for module in ("sklearn", "torchmetrics", "hiclass", "pytrec_eval"):
            found = succeeds([self.python, "-c", f"import {module}"])
            self.absent[module] = "" if found else "not installed"
        found = succeeds(["perl", "-MStatistics::Contingency", "-e1"])
        self.absent["perl"] = "" if found else "not installed"
        self.hemkit = options.hemkit or shutil.which("HEMKit")
        self.absent["hemkit"] = "" if self.hemkit else "not on the PATH; --hemkit names it"
        self.trec_eval = options.trec_eval or shutil.which("trec_eval")
        self.absent["trec_eval"] = "" if self.trec_eval else "not on the PATH; --trec-eval names it"

    @staticmethod
    def make_environment(place):
        python = place / "bin/python"
        wanted = HERE / "requirements.txt"
        done = place / "requirements.txt"
        if done.exists() and done.read_text() == wanted.read_text():
            return str(python)
        say(f"making the peers' environment in {place}")
        if succeeds([sys.executable, "-m", "venv", place]) and succeeds(
                [python, "-m", "pip", "install", "--quiet", "-r", wanted]):
            done.write_text(wanted.read_text())
            return str(python)
        say("pip could not install the peers; what this Python has will do")
        return sys.executable

    def workload(self, spec):
        say(f"workload {spec}")
        command = [self.python, HERE / "generate.py", self.workloads, spec]
        made = subprocess.run(command, stdout=subprocess.PIPE, check=False, text=True)
        if made.returncode != 0:
            sys.exit(f"bench: could not make workload {spec}; it needs numpy")
        return pathlib.Path(made.stdout.strip())

    def job(self, workload, program, kind, command, repetitions):
        return Job(workload, program, command, repetitions, absent=self.absent[kind])

    def evaluate(self, workload, program, arguments, repetitions, threads=1):
        command = [self.tallystick, "evaluate", "--threads", threads, "-o", "json", *arguments]
        job = self.job(workload, program, "tallystick", command, repetitions)
        job.same_every_time = True
        return job

    def peer(self, script):
        return [self.python, HERE / "peers" / script]


def csv_jobs(setting, spec, runs, peer_runs, scratch):
    """The programs that read the workload's pairs.csv; counts and per-label table go to scratch."""
    pairs = setting.workload(spec) / "pairs.csv"
    name = f"{spec} csv"
    table, counts = scratch / f"{spec}.labels.csv", scratch / f"{spec}.counts.json"
    jobs = [
        setting.job(name, "floor", "floor", [setting.floor, "csv", pairs], runs),
        setting.evaluate(name, "tallystick", [pairs], runs),
        setting.evaluate(name, "tallystick, per-label file", [f"--per-label={table}", pairs],
                         1 if spec == "w4" else runs),  # w4: a table of over a gigabyte
        setting.evaluate(name, "tallystick, 2 threads", [pairs], runs, threads=2),
    ]
    for title, way in (("scikit-learn, binarizer", "documented"),
                       ("scikit-learn, hand-built CSR", "direct")):
        command = [*setting.peer("sklearn_sets.py"), way, pairs]
        if way == "direct":
            command.append(counts)
        jobs.append(setting.job(name, title, "sklearn", command, peer_runs))
    if spec == "w2":
        jobs.append(setting.job(name, "Statistics::Contingency", "perl",
                                ["perl", HERE / "peers/contingency.pl", pairs], 1))
        jobs.append(setting.job(name, "torchmetrics, dense", "torchmetrics",
                                [*setting.peer("torchmetrics_sets.py"), pairs], 1))
    return jobs


def w3_other_formats(setting, runs):
    place = setting.workload("w3")
    pairs = place / "pairs.jsonl"
    return [
        setting.job("w3 jsonl", "floor", "floor", [setting.floor, "jsonl", pairs], runs),
        setting.evaluate("w3 jsonl", "tallystick", [pairs], runs),
        setting.evaluate("w3 jsonl", "tallystick, 2 threads", [pairs], runs, threads=2),
        setting.evaluate("w3 long", "tallystick", [place / "true.tsv", place / "pred.tsv"],
                         min(runs, 5)),
    ]


def codes_jobs(setting, runs, peer_runs):
    codes = setting.workload("w6") / "codes.tsv"
    arguments = ["--id", "1", "--truth", "2", "--pred", "3", codes]
    return [
        setting.job("w6 codes", "floor", "floor", [setting.floor, "codes", codes], runs),
        setting.evaluate("w6 codes", "tallystick", arguments, runs),
        setting.evaluate("w6 codes", "tallystick, 2 threads", arguments, runs, threads=2),
        setting.job("w6 codes", "scikit-learn", "sklearn",
                    [*setting.peer("sklearn_codes.py"), codes], peer_runs),
        *hierarchical.code_jobs(setting, runs),
    ]


def growth_jobs(setting, runs):
    """W3 at a quarter and a half of its examples, and with four times its labels."""
    jobs = []
    for spec in ("w3:scale=0.25", "w3:scale=0.5", "w3:labels=53320"):
        pairs = setting.workload(spec) / "pairs.csv"
        name = f"{spec} csv"
        jobs.append(setting.job(name, "floor", "floor", [setting.floor, "csv", pairs], runs))
        jobs.append(setting.evaluate(name, "tallystick", [pairs], runs))
    return jobs


def check(jobs, scratch):
    """Compares every figure; the reference is scikit-learn, and without it the floor."""
    table = {(job.workload, job.program): job for job in jobs}
    for job in jobs:
        if not job.ran or not job.answer:
            continue
        codes = job.workload == "w6 codes"
        source = "w3 csv" if job.workload in ("w3 jsonl", "w3 long") else job.workload
        references = [table.get((source, name)) for name in (
            "floor", "scikit-learn, binarizer", "scikit-learn, hand-built CSR", "scikit-learn")]
        names = checks.CODES if codes else checks.SETS
        if not job.program.startswith(("tallystick", "scikit-learn")):
            names = [x for x in names if x in job.measures()]  # the others have some figures only
        for reference in references:
            if reference and reference is not job and reference.ran:
                checks.compare(job, reference, names)
        plain = table.get((job.workload, "tallystick"))
        if job.program == "tallystick, 2 threads" and plain.ran:
            checks.same_bytes(job, plain)
        spec = job.workload.split()[0]
        counts = scratch / f"{spec}.counts.json"
        if job.program == "tallystick, per-label file" and counts.exists():
            checks.compare_counts(job, scratch / f"{spec}.labels.csv", counts)
    hierarchical.check(table)
    rankings.check(table)
    uncertainty.check(table)


def measure(setting, scratch):
    quick = setting.quick
    groups = [
        csv_jobs(setting, "w1", 11 if quick else 31, 1, scratch),
        csv_jobs(setting, "w2", 5 if quick else 15, 1 if quick else 3, scratch),
        csv_jobs(setting, "w3", 5 if quick else 41, 1 if quick else 3, scratch)
        + w3_other_formats(setting, 5 if quick else 15) + growth_jobs(setting, 5 if quick else 15),
        codes_jobs(setting, 3 if quick else 9, 1),
        hierarchical.mesh_jobs(setting, 5 if quick else 31, 1 if quick else 5),
        hierarchical.gene_jobs(setting, 3 if quick else 9),
        hierarchical.part_jobs(setting, 3 if quick else 9, 1 if quick else 3),
        rankings.whole_jobs(setting, 3 if quick else 15),
        rankings.tenth_jobs(setting, 3 if quick else 15, 1 if quick else 3, scratch),
        rankings.gene_jobs(setting, 3 if quick else 9),
        uncertainty.whole_jobs(setting, 1 if quick else 5, scratch),
        uncertainty.part_jobs(setting, 3 if quick else 9, 1),
    ]
    if not quick:
        groups.append(csv_jobs(setting, "w4", 5, 1, scratch))
    for group in groups:
        harness.run_all(group, scratch, say)
    jobs = [job for group in groups for job in group]
    check(jobs, scratch)
    return jobs


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", required=True, help="build directory")
    parser.add_argument("--quick", action="store_true", help="without W4, and fewer repetitions")
    parser.add_argument("--out", help="where the report goes [RESULTS.md; quick: nowhere]")
    parser.add_argument("--tallystick", help="program to time [from the build directory]")
    parser.add_argument("--floor", help="floor program [from the build directory]")
    parser.add_argument("--workloads", help="directory of the workloads [in the build directory]")
    parser.add_argument("--python", help="Python that has the peers [a virtual environment]")
    parser.add_argument("--hemkit", help="HEMKit's program [as found on the PATH]")
    parser.add_argument("--trec-eval", help="trec_eval's program [as found on the PATH]")
    options = parser.parse_args()

    setting = Setting(options)
    with tempfile.TemporaryDirectory(dir=setting.build) as scratch:
        jobs = measure(setting, pathlib.Path(scratch))
    report = results.report(jobs, setting)
    out = options.out or (None if options.quick else HERE / "RESULTS.md")
    if out:
        pathlib.Path(out).write_text(report, encoding="utf-8")
        say(f"wrote {out}")
    print(report)

    failed = [f"{job.workload}, {job.program}: {fault}" for job in jobs for fault in job.faults]
    for line in failed:
        say(f"WRONG {line}")
    if setting.absent["tallystick"]:
        say(f"tallystick was not run: {setting.absent['tallystick']}")
    return 1 if failed or setting.absent["tallystick"] else 0


if __name__ == "__main__":
    sys.exit(main())
