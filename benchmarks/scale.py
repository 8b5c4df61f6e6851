#!/usr/bin/env python3
"""What counts say about cost, beside measured runs: benchmarks/scale.py BINARY [--most N] [--labels N]

Makes its data part by part in a folder that is gone afterwards (a part takes 0.16 GB), counts each
part with `evaluate --save-state` on one thread, merges the states, and prints two tables in
Markdown: of assignments, 1e6 to --most, with what the model of docs/scale.md says, and of labels, up
to --labels. The model: so much an assignment and so much a part, from the first two rows; and so
much a state that is merged, from the second.
"""
import argparse
import os
import pathlib
import subprocess
import tempfile
import time

import numpy as np

PER_ROW = 5          # labels of an example, true and predicted
PART = 10_000_000    # assignments
WIDTH = 8            # bytes of a label, with what ends it


def text_of(labels):
    """Rows of labels as lines of numbers of seven digits."""
    digits = np.empty((*labels.shape, WIDTH), np.uint8)
    rest = labels.copy()
    for place in range(WIDTH - 2, -1, -1):
        rest, digits[..., place] = np.divmod(rest, 10)
    digits[..., :WIDTH - 1] += ord("0")
    digits[..., WIDTH - 1] = ord(" ")
    digits[:, -1, WIDTH - 1] = ord("\n")
    return digits.tobytes()


def make_part(folder, seed, n_assignments, n_labels):
    """Both files of a part; labels by a power law, half of the predictions right."""
    draw = np.random.default_rng(seed)
    shape = (n_assignments // (2 * PER_ROW), PER_ROW)
    truth = (n_labels * draw.random(shape) ** 3).astype(np.int64)
    other = (n_labels * draw.random(shape) ** 3).astype(np.int64)
    predicted = np.where(draw.random(shape) < 0.5, truth, other)
    write_pair(folder, truth, predicted)


def elsewhere(make, folder, *arguments):
    """Lets a child make the files: a program's peak memory starts from that of its parent."""
    child = os.fork()
    if child == 0:
        try:
            make(folder, *arguments)
            os._exit(0)
        finally:
            os._exit(1)
    if os.waitpid(child, 0)[1] != 0:
        raise SystemExit("the data could not be made")
    return [folder / "truth.txt", folder / "predicted.txt"]


def write_pair(folder, truth, predicted):
    for name, labels in (("truth.txt", truth), ("predicted.txt", predicted)):
        (folder / name).write_bytes(text_of(labels))


def make_labels(folder, n, shift):
    """Every label once true and once predicted."""
    truth = np.random.default_rng(n).permutation(n).reshape(-1, PER_ROW)
    write_pair(folder, np.roll(truth, shift, axis=0), truth)


def run(*command):
    """Processor seconds and peak memory in MiB of a program."""
    pid = os.spawnvp(os.P_NOWAIT, str(command[0]), [str(word) for word in command])
    _, status, used = os.wait4(pid, 0)
    if status != 0:
        raise SystemExit(f"failed: {' '.join(map(str, command))}")
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def count(binary, folder, state, paths):
    return run(binary, "evaluate", "--threads", "1", "--format", "lines", "--quiet", "--out",
               folder / "report.txt", "--save-state", state, *paths)


def merge(binary, folder, states):
    return run(binary, "merge", "--quiet", "--out", folder / "report.txt", "--save-state",
               folder / "merged.tally", *states)


def model(rows, n, n_parts):
    """CPU seconds that the first two rows foretell; nothing for these."""
    if len(rows) < 3:
        return "", ""
    (n_a, _, count_a, _), (n_b, parts_b, count_b, merge_b) = rows[:2]
    each = (count_b - count_a) / (n_b - n_a)
    part = max(0.0, count_a - each * n_a)
    return f"{each * n + part * n_parts:.2f}", f"{merge_b * n_parts / parts_b:.2f}"


def assignments_table(binary, most, n_labels):
    print(f"{n_labels} labels, {PER_ROW} true and {PER_ROW} predicted of an example\n")
    print("| assignments | parts | counting, CPU s | model | ns an assignment | memory, MiB "
          "| a state, kB | sent, MB | merging, CPU s | model | memory, MiB |")
    print("|---:|" * 1 + "---:|" * 10)
    rows = []  # assignments, parts, counting, merging
    n = 1_000_000
    while n <= most:
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            n_parts, states, spent, memory = max(1, n // PART), [], 0.0, 0.0
            for part in range(n_parts):
                paths = elsewhere(make_part, folder, 1000 * n_parts + part, n // n_parts,
                                  n_labels)
                states.append(folder / f"{part}.tally")
                taken, peak = count(binary, folder, states[-1], paths)
                spent, memory = spent + taken, max(memory, peak)
                for path in paths:
                    path.unlink()
            sizes = [state.stat().st_size for state in states]
            merging, merge_memory = merge(binary, folder, states)
            rows.append((n, n_parts, spent, merging))
            counting_model, merging_model = model(rows, n, n_parts)
            print(f"| {n:.0e} | {n_parts} | {spent:.2f} | {counting_model} "
                  f"| {1e9 * spent / n:.1f} | {memory:.0f} | {max(sizes) / 1e3:.0f} "
                  f"| {sum(sizes) / 1e6:.1f} | {merging:.2f} | {merging_model} "
                  f"| {merge_memory:.0f} |", flush=True)
        n *= 10


def labels_table(binary, most):
    print("\nEvery label once true and once predicted; two states of the same labels merged\n")
    print("| labels | a state, MB | bytes a label | counting, MiB | merging, CPU s | ns a label "
          "| merging, MiB | bytes a label |")
    print("|---:|" + "---:|" * 7)
    n = 10_000
    while n <= most:
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            states, memory = [folder / "a.tally", folder / "b.tally"], 0.0
            for state, shift in zip(states, (0, 1)):
                paths = elsewhere(make_labels, folder, n, shift)
                memory = max(memory, count(binary, folder, state, paths)[1])
            size = states[0].stat().st_size
            merging, merge_memory = merge(binary, folder, states)
            print(f"| {n:.0e} | {size / 1e6:.1f} | {size / n:.1f} | {memory:.0f} | {merging:.2f} "
                  f"| {1e9 * merging / (2 * n):.0f} | {merge_memory:.0f} "
                  f"| {merge_memory * 2**20 / n:.0f} |", flush=True)
        n *= 10


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.
                                     RawDescriptionHelpFormatter)
    parser.add_argument("binary", type=pathlib.Path)
    parser.add_argument("--most", type=float, default=1e8, help="assignments [1e8]")
    parser.add_argument("--labels", type=float, default=1e7, help="of the second table [1e7]")
    options = parser.parse_args()
    started = time.monotonic()
    version = subprocess.run([options.binary, "--version"], check=True, capture_output=True,
                             text=True).stdout.split("\n", maxsplit=1)[0]
    print(f"{version}, {os.cpu_count()} cores\n")
    assignments_table(options.binary, options.most, 100_000)
    labels_table(options.binary, min(options.labels, 10 ** (WIDTH - 1)))
    print(f"\nmade in {time.monotonic() - started:.0f} s")


if __name__ == "__main__":
    main()
