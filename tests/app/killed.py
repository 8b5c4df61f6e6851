#!/usr/bin/env python3
"""A process that is ended while it writes leaves neither a part of the file nor another one."""
import argparse
import os
import pathlib
import resource
import signal
import subprocess
import tempfile


def has_nameless_files(folder):
    try:
        os.close(os.open(folder, os.O_TMPFILE | os.O_WRONLY))
    except (AttributeError, OSError):
        return False
    return True


def small_files():
    """The system ends the process at the first byte beyond the limit, as any signal would."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binary", required=True, type=pathlib.Path)
    binary = parser.parse_args().binary.resolve()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        if not has_nameless_files(folder):
            print("this file system has no files without a name: not checked")
            return
        rows = "".join(f"r{i}\tlabel {i}\n" for i in range(2000))
        (folder / "t.tsv").write_text("id\tlabel\n" + rows)
        (folder / "old.csv").write_text("what was there\n")
        for target in ("new.csv", "old.csv"):
            ended = subprocess.run([binary, "evaluate", f"--per-label={target}", "t.tsv", "t.tsv"],
                                   cwd=folder, preexec_fn=small_files, capture_output=True, check=False)
            assert ended.returncode == -signal.SIGXFSZ, ended
        there = sorted(path.name for path in folder.iterdir())
        assert there == ["old.csv", "t.tsv"], there
        assert (folder / "old.csv").read_text() == "what was there\n"
        # Not ended, it replaces the file and leaves nothing else.
        subprocess.run([binary, "evaluate", "--per-label=old.csv", "t.tsv", "t.tsv"], cwd=folder,
                       capture_output=True, check=True)
        assert (folder / "old.csv").read_text().count("\n") == 2001
        assert len(list(folder.iterdir())) == 2


main()
