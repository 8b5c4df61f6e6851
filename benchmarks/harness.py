"""Runs whole processes and measures them: CPU, wall time, peak memory, output.

Standard library only, and small on purpose: a child's peak memory as the kernel reports it starts
from the parent's, so this process must stay below what is measured: nothing here or in its callers
may hold a workload in memory.
"""

import dataclasses
import json
import os
import pathlib
import statistics
import time


@dataclasses.dataclass
class Job:
    """One program on one workload."""

    workload: str
    program: str  # as the tables name it
    command: list
    repetitions: int
    absent: str = ""  # why it cannot run; then it is not tried
    same_every_time: bool = False  # each run must print the same bytes
    parse: object = json.loads  # of what it prints
    runs: list = dataclasses.field(default_factory=list)
    answer: dict = dataclasses.field(default_factory=dict)  # what it printed, parsed
    output: bytes = b""
    faults: list = dataclasses.field(default_factory=list)

    @property
    def ran(self):
        return bool(self.runs) and not self.absent

    def median(self, what):
        return statistics.median(getattr(run, what) for run in self.runs)

    def spread(self, what):
        values = [getattr(run, what) for run in self.runs]
        return min(values), max(values)

    def measures(self):
        """Name -> value, for every shape of answer: tallystick's records, a peer's, the floor's."""
        values = self.answer.get("measures", self.answer)
        plain = {k: v["value"] if isinstance(v, dict) else v for k, v in values.items()}
        return {k: v for k, v in plain.items() if isinstance(v, (int, float))}


@dataclasses.dataclass(frozen=True)
class Run:
    cpu: float  # user + system seconds of the process and all its threads
    wall: float
    peak: float  # bytes


def run_once(command, out_path, err_path):
    """Runs the command to its end; returns its Run and its exit status."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
    actions = [(os.POSIX_SPAWN_OPEN, 1, str(out_path), flags, 0o644),
               (os.POSIX_SPAWN_OPEN, 2, str(err_path), flags, 0o644)]
    command = [str(x) for x in command]
    start = time.perf_counter()
    child = os.posix_spawnp(command[0], command, os.environ, file_actions=actions)
    _, status, usage = os.wait4(child, 0)
    wall = time.perf_counter() - start
    run = Run(usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss * 1024)
    return run, os.waitstatus_to_exitcode(status)


def attempt(job, scratch):
    out, err = pathlib.Path(scratch, "stdout"), pathlib.Path(scratch, "stderr")
    try:
        run, status = run_once(job.command, out, err)
    except OSError as error:
        job.faults.append(f"cannot start: {error}")
        return
    if status != 0:
        lines = err.read_text(errors="replace").strip().splitlines()
        job.faults.append(f"exit status {status}: {lines[-1] if lines else 'no message'}")
        return
    output = out.read_bytes()
    if not job.runs:
        job.output = output
        try:
            job.answer = job.parse(output)
        except ValueError:
            job.faults.append("its output cannot be read")
    elif job.same_every_time and output != job.output:
        job.faults.append("two runs printed different bytes")
    job.runs.append(run)


def run_all(jobs, scratch, say):
    """Interleaves the jobs, so that a slow minute of the machine falls on all of them."""
    for turn in range(max((job.repetitions for job in jobs), default=0)):
        for job in jobs:
            if turn >= job.repetitions or job.absent or job.faults:
                continue
            if turn == 0:
                say(f"{job.workload}: {job.program}, {job.repetitions} runs")
            attempt(job, scratch)
