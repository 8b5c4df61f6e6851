#!/usr/bin/env python3
r"""Runs transcripts of the command line and compares every byte.

    tools/cli_test.py --binary PATH [--data DIR] [--update] FILE.test...
    tools/cli_test.py --self-test

A transcript is plain text:

    # Prose: what this shows.
    $ printf 'r1\ta\n' > truth.tsv
    $ cat > pred.tsv <<'END'
    > r1	a
    > END
    $ tallystick evaluate truth.tsv missing.tsv
    missing.tsv: error [no-such-file]: ...
    ? 3

`$ ` starts a command for bash and `> ` directly below continues it. What follows is its output,
standard output and standard error merged, and `? N` its exit status when that is not 0. Commands of
one file share a scratch folder that starts as a copy of DIR; `tallystick` is on the PATH.
An output line that looks like a mark (`$ `, `? `, `# `, `> `) is written with a backslash before it.
Empty lines before a command or prose are layout; an output that ends with an empty line shows it as
a lone backslash, and one that ends without a newline as `\ no newline`.
`[..]` in an expected line stands for any text, for what differs between machines.
"""
import argparse
import difflib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

MARK = re.compile(r"\\*(?:[$?#>] |[#>]$|$| no newline$)")
KEPT = ("ASAN_OPTIONS", "UBSAN_OPTIONS", "TSAN_OPTIONS", "LLVM_PROFILE_FILE")
TIMEOUT_SECONDS = 120


class Step:
    """One command with its expected output lines (as written) and exit status."""

    def __init__(self, prose, command):
        self.prose, self.command, self.output, self.status = prose, [command], [], 0

    def lines(self):
        first, *more = self.command
        shown = [f"$ {first}", *(f"> {line}" if line else ">" for line in more)]
        return self.prose + shown + self.output + ([f"? {self.status}"] if self.status else [])


def parse(text):
    """Steps of a transcript, and the lines after the last one."""
    steps, prose, step, in_command = [], [], None, False
    for number, line in enumerate(text.split("\n"), 1):
        if line.startswith("$ "):
            step, in_command = Step(prose, line[2:]), True
            prose = []
            steps.append(step)
        elif line == ">" or line.startswith("> "):
            if not in_command:
                raise ValueError(f"line {number}: '>' does not follow a command")
            step.command.append(line[2:])
        elif line == "#" or line.startswith("# "):
            prose.append(line)
            step, in_command = None, False
        elif line.startswith("? "):
            if step is None:
                raise ValueError(f"line {number}: an exit status without a command")
            step.status, step, in_command = int(line[2:]), None, False
        elif line == "" or step is None:
            if line:
                raise ValueError(f"line {number}: output without a command: {line!r}")
            prose.append(line)
            in_command = False
        else:
            # Empty lines met on the way were part of the output after all.
            step.output += [*prose, line]
            prose, in_command = [], False
    return steps, prose


def to_lines(output):
    """Output as the lines of a transcript."""
    lines = output.split("\n")
    ended = lines.pop() if lines[-1] == "" else None
    lines = ["\\" + line if line and MARK.match(line) and MARK.match(line).end() else line
             for line in lines]
    if lines and lines[-1] == "":
        lines[-1] = "\\"
    return lines if ended is not None else [*lines, "\\ no newline"]


def matches(expected, actual):
    if "[..]" not in expected:
        return expected == actual
    pieces = (re.escape(piece) for piece in expected.split("[..]"))
    return re.fullmatch(".*".join(pieces), actual) is not None


def keep_wildcards(expected, actual):
    """The actual lines, in the old wording where a wildcard still covers them."""
    if len(expected) != len(actual):
        return actual
    return [old if matches(old, new) else new for old, new in zip(expected, actual)]


def run(step, folder, environment):
    done = subprocess.run(["bash", "-c", "\n".join(step.command)], cwd=folder, env=environment,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, timeout=TIMEOUT_SECONDS, check=False)
    return to_lines(done.stdout.decode("utf-8", "surrogateescape")), done.returncode


def run_file(path, binary, data, update):
    """Differences of one transcript, as the lines of a diff; none when all is well."""
    text = path.read_bytes().decode("utf-8", "surrogateescape")
    steps, rest = parse(text)
    if not steps:
        raise ValueError("no command in it")
    with tempfile.TemporaryDirectory(prefix="transcript-") as scratch:
        folder, programs = pathlib.Path(scratch, "work"), pathlib.Path(scratch, "bin")
        programs.mkdir()
        if data:
            shutil.copytree(data, folder)
        else:
            folder.mkdir()
        if binary:
            (programs / "tallystick").symlink_to(binary.resolve(strict=True))
        environment = {"PATH": f"{programs}:/usr/local/bin:/usr/bin:/bin", "HOME": str(folder),
                       "LC_ALL": "C", "TZ": "UTC", "TMPDIR": scratch,
                       **{name: os.environ[name] for name in KEPT if name in os.environ}}
        before, after = [], []
        for step in steps:
            before += step.lines()
            output, status = run(step, folder, environment)
            step.output, step.status = keep_wildcards(step.output, output), status
            after += step.lines()
    if before == after:
        return []
    if update:
        path.write_bytes("\n".join(after + rest).encode("utf-8", "surrogateescape"))
        print(f"{path}: rewritten")
        return []
    return list(difflib.unified_diff(before, after, f"{path} (expected)", f"{path} (got)",
                                     lineterm="", n=4))


SELF_TEST = r"""# Prose.
$ printf 'a\n\n$ b\n'
a

\$ b

$ cat > f <<'END'
> x	y
>
> $ z
> END
$ cat f; echo oops >&2; exit 3
x	y

\$ z
oops
? 3

# Output without a newline, with an empty last line, with markers, with a wildcard.
$ printf 'no end'
no end
\ no newline
$ printf 'x\n\n'
x
\
$ printf '# h\n\\begin\n\\# x\n\\\n? 1\n'
\# h
\begin
\\# x
\\
\? 1
$ echo version 1.2.3
version [..]
$ env | grep -c NO_COLOR
0
? 1
"""


def self_test():
    """A right transcript passes, each wrong one is caught, --update mends it and nothing else."""
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, "self.test")

        def differences(text, update=False):
            file.write_text(text, encoding="utf-8")
            return run_file(file, None, None, update)

        if differences(SELF_TEST):
            wrong += ["a right transcript fails:", *differences(SELF_TEST)]
        for old, new in (("\nno end\n", "\nan end\n"), ("? 3\n", ""), ("? 3\n", "? 2\n"),
                         ("oops\n", ""), ("\\\n$", "$"), ("version [..]", "version 2[..]"),
                         ("\\ no newline\n", ""), ("x\ty\n\n\\$ z", "x\ty\n\\$ z")):
            if old not in SELF_TEST or not differences(SELF_TEST.replace(old, new, 1)):
                wrong.append(f"{new!r} instead of {old!r} goes unnoticed")
            differences(SELF_TEST.replace(old, new, 1), update=True)
            mended = file.read_text(encoding="utf-8")
            if mended != SELF_TEST and "2[..]" not in new:
                wrong += [f"--update does not mend {new!r}:", mended]
        for broken in ("out of place\n", "$ true\n? 0\nmore\n", "> x\n", "? 1\n", "# only prose\n"):
            try:
                differences(broken)
                wrong.append(f"{broken!r} is accepted")
            except ValueError:
                pass
    print("\n".join(wrong) if wrong else "cli_test: catches what it should")
    return 1 if wrong else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--binary", type=pathlib.Path, help="the tallystick to run")
    parser.add_argument("--data", type=pathlib.Path, help="folder that each transcript starts with")
    parser.add_argument("--update", action="store_true", help="rewrite the expected output")
    parser.add_argument("--self-test", action="store_true")
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    options = parser.parse_args()
    if options.self_test:
        return self_test()
    if not options.files or not options.binary:
        parser.error("a binary and transcripts are needed")
    failed = False
    for file in options.files:
        try:
            differences = run_file(file, options.binary, options.data, options.update)
        except (ValueError, subprocess.TimeoutExpired) as fault:
            differences = [f"{file}: {fault}"]
        for line in differences:
            sys.stdout.buffer.write((line + "\n").encode("utf-8", "surrogateescape"))
        failed = failed or bool(differences)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
