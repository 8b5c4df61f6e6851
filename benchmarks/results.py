"""The report: machine, targets, all measurements."""

import os
import platform
import re
import subprocess

import hierarchical
import rankings
import uncertainty

PEER_PATHS = ("scikit-learn, binarizer", "scikit-learn, hand-built CSR")


def first_line(command):
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError:
        return "unknown"
    return (done.stdout.strip().splitlines() or ["unknown"])[0]


def machine(setting):
    """Lines that name the machine, the compiler and the versions."""
    model, memory = platform.processor() or "unknown CPU", 0
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            found = re.search(r"^model name\s*:\s*(.*)$", file.read(), re.M)
            model = found.group(1) if found else model
        memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    except OSError:
        pass
    cache = {}
    cache_file = setting.build / "CMakeCache.txt"
    if cache_file.exists():
        cache = dict(re.findall(r"^(CMAKE_[A-Z_]+):\w+=(.*)$", cache_file.read_text(), re.M))
    build_type = cache.get("CMAKE_BUILD_TYPE", "")
    flags = f"{cache.get('CMAKE_CXX_FLAGS', '')} " \
            f"{cache.get(f'CMAKE_CXX_FLAGS_{build_type.upper()}', '')}".strip()
    compiler = first_line([cache.get("CMAKE_CXX_COMPILER", "c++"), "--version"])
    return [
        f"- machine: {model}, {len(os.sched_getaffinity(0))} cores, {memory:.0f} GiB, "
        f"{platform.system()} {platform.release()}; load average at the end "
        f"{os.getloadavg()[1]:.1f}",
        f"- compiler: {compiler}; {build_type or 'no build type'}, `{flags}`",
    ]


def versions(jobs, setting):
    found = {}
    if not setting.absent["tallystick"]:
        found["tallystick"] = first_line([str(setting.tallystick), "--version"])
        found["tallystick"] = found["tallystick"].removeprefix("tallystick ")
    for job in jobs:
        found.update(job.answer.get("versions", {}))
    return "- versions: " + ", ".join(f"{name} {version}" for name, version in found.items())


class Targets:
    """Rows of the table of targets; a row without its programs says 'not run'."""

    def __init__(self, jobs):
        self.of = {(job.workload, job.program): job for job in jobs if job.ran}
        self.rows = []

    def row(self, title, limit, value, unit="", at_least=False):
        if value is None:
            self.rows.append((title, limit_text(limit, unit, at_least), "", "not run"))
            return
        if limit is None:
            verdict = "shown"
        else:
            verdict = "pass" if (value >= limit if at_least else value <= limit) else "MISSED"
        self.rows.append((title, limit_text(limit, unit, at_least), number(value) + unit, verdict))

    def value(self, workload, program, what):
        job = self.of.get((workload, program))
        return job.median(what) if job else None

    def ratio(self, workload, over, under, what="cpu"):
        a, b = self.value(workload, over, what), self.value(workload, under, what)
        return a / b if a is not None and b is not None else None

    def floor(self, workload, limit):
        title = f"{workload}: CPU over the floor's"
        self.row(title, limit, self.ratio(workload, "tallystick", "floor"), "x")
        labels = self.ratio(workload, "tallystick, per-label file", "floor")
        if labels is not None:
            self.row(f"{title}, with a per-label file", None, labels, "x")

    def scikit_learn(self, workload, limit):
        for title, bound in zip(PEER_PATHS, (limit, None)):
            self.row(f"{workload}: times faster than {title}, whole process", bound,
                     self.ratio(workload, title, "tallystick"), "x", at_least=True)
        peer = self.of.get((workload, PEER_PATHS[1]))
        ours = self.value(workload, "tallystick", "cpu")
        steps = peer.answer["steps"]["metrics"] / ours if peer and ours else None
        self.row(f"{workload}: scikit-learn's metrics alone, CSR in memory, over our whole process",
                 None, steps, "x", at_least=True)

    def peak(self, workload, limit):
        job = self.of.get((workload, "tallystick"))
        value = max(run.peak for run in job.runs) / 1e6 if job else None
        self.row(f"{workload}: peak memory", limit, value, " MB")

    def growth(self):
        def cost(workload):
            job = self.of.get((workload, "tallystick"))
            return job.median("cpu") / job.answer["n_examples"] if job and job.answer else None
        full, quarter, labels = map(cost, ("w3 csv", "w3:scale=0.25 csv", "w3:labels=53320 csv"))
        ready = None not in (full, quarter, labels)
        self.row("cost an example, all of W3 over a quarter of it", 1.25,
                 full / quarter if ready else None, "x")
        self.row("cost an example, W3 with 4 times the labels over W3", 2.0,
                 labels / full if ready else None, "x")


def limit_text(limit, unit, at_least):
    return "" if limit is None else f"{'>=' if at_least else '<='} {limit:g}{unit}"


def number(value):
    return f"{value:.0f}" if value >= 100 else f"{value:.3g}"


def target_rows(jobs, quick):
    targets = Targets(jobs)
    start = targets.value("w1 csv", "tallystick", "wall")
    targets.row("w1 csv: start to end", 10, start * 1000 if start else None, " ms")
    for workload, limit in (("w3 csv", 2.5), ("w3 jsonl", 2.5), ("w4 csv", 2.5), ("w6 codes", 3)):
        if not (quick and workload == "w4 csv"):
            targets.floor(workload, limit)
    targets.scikit_learn("w3 csv", 50)
    if not quick:
        targets.scikit_learn("w4 csv", 25)
    targets.row("w2 csv: times faster than Statistics::Contingency", 1000,
                targets.ratio("w2 csv", "Statistics::Contingency", "tallystick"), "x", True)
    targets.peak("w3 csv", 100)
    if not quick:
        targets.peak("w4 csv", 1500)
    for workload in ("w3 csv",) if quick else ("w3 csv", "w4 csv"):
        targets.row(f"{workload}: two threads over one, wall", 1.4,
                    targets.ratio(workload, "tallystick", "tallystick, 2 threads", "wall"), "x",
                    at_least=True)
    targets.growth()
    hierarchical.add_targets(targets)
    rankings.add_targets(targets)
    uncertainty.add_targets(targets)
    return targets.rows


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return lines + ["| " + " | ".join(row) + " |" for row in rows]


def seconds(value):
    return f"{value * 1000:.1f} ms" if value < 1 else f"{value:.2f} s"


def measurement_rows(jobs):
    floors = {job.workload: job.median("cpu") for job in jobs if job.program == "floor" and job.ran}
    for job in jobs:
        if job.absent or not job.runs:
            reason = job.absent or job.faults[0] if job.absent or job.faults else ""
            yield (job.workload, job.program, f"not run: {reason}", "", "", "", "", "")
            continue
        low, high = job.spread("cpu")
        floor = floors.get(job.workload)
        yield (job.workload, job.program, seconds(job.median("cpu")),
               f"{seconds(low)} - {seconds(high)}", seconds(job.median("wall")),
               f"{max(run.peak for run in job.runs) / 1e6:.1f} MB",
               f"{number(job.median('cpu') / floor)}x" if floor else "",
               f"{len(job.runs)} runs, " + ("WRONG" if job.faults else "figures agree"))


def step_rows(jobs):
    for job in jobs:
        steps = job.answer.get("steps") if job.ran else None
        if steps:
            yield (job.workload, job.program,
                   ", ".join(f"{name} {seconds(value)}" for name, value in steps.items()))


def report(jobs, setting):
    """The whole RESULTS.md."""
    lines = ["# Results", "",
             "Written by `make bench` (benchmarks/compare.py); README.md here says what is measured"
             " and how to read it.", ""]
    lines += machine(setting) + [versions(jobs, setting), ""]
    lines += ["## Targets", ""]
    lines += table(("what", "target", "measured", ""), target_rows(jobs, setting.quick))
    lines += ["", "## Measurements", "",
              "Whole processes, from file to figures; medians of interleaved runs, CPU is user +"
              " system.", ""]
    lines += table(("workload", "program", "CPU", "CPU, lowest - highest", "wall", "peak memory",
                    "CPU over floor", "checked"), measurement_rows(jobs))
    steps = list(step_rows(jobs))
    if steps:
        lines += ["", "## Where the peers' CPU time goes", ""]
        lines += table(("workload", "program", "steps of its first run"), steps)
    faults = [f"- {job.workload}, {job.program}: {f}" for job in jobs for f in job.faults]
    if faults:
        lines += ["", "## Figures that differ", "", *faults]
    return "\n".join(lines) + "\n"
