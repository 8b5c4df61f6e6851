#!/usr/bin/env python3
"""Checks the completion scripts and the man page: that they parse, complete, and tell the truth."""
import argparse
import os
import pathlib
import pty
import re
import shutil
import subprocess
import tempfile


def run(*command, **options):
    return subprocess.run(command, capture_output=True, text=True, check=False, **options)


class Checks:
    def __init__(self, binary):
        self.binary = binary
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.faults = []

    def expect(self, right, what):
        if not right:
            self.faults.append(what)

    def script(self, kind):
        path = self.folder / f"tallystick.{kind}"
        path.write_text(run(self.binary, "completion", kind).stdout, encoding="utf-8")
        return path

    def shells_parse(self):
        for shell in ("bash", "zsh", "fish"):
            path = self.script(shell)
            if shutil.which(shell):
                answer = run(shell, "-n", path)
                self.expect(answer.returncode == 0, f"{shell} -n: {answer.stderr}")

    def completed(self, *words):
        """What bash offers for the last word."""
        line = f'source {self.script("bash")}; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); '
        answer = run("bash", "--norc", "-c", line + '_tallystick; printf "%s\\n" "${COMPREPLY[@]}"',
                     "bash", "tallystick", *words, cwd=self.folder)
        self.expect(not answer.stderr, f"completing {words}: {answer.stderr}")
        return answer.stdout.split()

    def bash_completes(self):
        (self.folder / "isco.tsv").touch()
        for words, offered in [
            (["eva"], ["evaluate"]),
            (["evaluate", "--unk"], ["--unknown-labels"]),
            (["evaluate", "--missing", "e"], ["error", "empty"]),
            (["evaluate", "--missing", "=", "d"], ["drop"]),
            (["evaluate", "--missing", "="], ["error", "empty", "drop"]),
            (["reconcile", "-o", ""], ["text", "json", "csv", "markdown", "latex"]),
            (["evaluate", "-o", "st"], ["stats-table"]),
            (["evaluate", "-m", "f1_macro,hamming_l"], ["f1_macro,hamming_loss"]),
            (["evaluate", "--taxonomy", "is"], ["isco08", "isco.tsv"]),
            (["evaluate", "--id", "e"], []),
            (["evaluate", "tru"], []),  # left to the shell, which offers files
            (["measures", "subset"], ["subset_accuracy"]),
            (["completion", "f"], ["fish"]),
            (["help", "mer"], ["merge"]),
        ]:
            got = self.completed(*words)
            self.expect(got == offered, f"completing {words}: expected {offered}, got {got}")

    def bash_completes_at_the_keyboard(self):
        script = self.script("bash")
        child, terminal = pty.fork()
        if child == 0:
            os.execvp("bash", ["bash", "--norc", "--noprofile", "-i"])
        os.write(terminal, f"source {script}; tallystick() {{ printf '<%s>' \"$@\"; }}\n"
                           "tallystick evaluate --unk\tdr\t; exit\n".encode())
        shown = b""
        try:
            while block := os.read(terminal, 4096):
                shown += block
        except OSError:  # the terminal is gone with the shell
            pass
        os.waitpid(child, 0)
        self.expect(b"<evaluate><--unknown-labels><drop>" in shown, f"at the keyboard: {shown}")

    def choices_are_what_options_take(self):
        text = self.script("bash").read_text(encoding="utf-8")
        seen = 0
        for command, body in re.findall(r"(?ms)^    (\w+)\)\n(.*?)^      ;;$", text):
            for name, words in re.findall(r"(--[\w-]+)\) words='(.+)' ;;", body):
                if name == "--convention":
                    for word in words.split():
                        error = run(self.binary, command, name, word, "no such file").stderr
                        self.expect("convention" not in error, error)
                    continue
                hint = run(self.binary, command, name, "@").stderr.partition("hint: it takes ")[2]
                takes = hint.strip().split(", ")
                self.expect(takes == words.split() or (name == "--output" and command != "evaluate"
                                                       and set(takes) > set(words.split())),
                            f"{command} {name} takes {takes}; completed: {words}")
                seen += 1
        self.expect(seen > 20, f"only {seen} options have words")

    def measures_exist(self):
        words = re.search("local measures='(.*)'", self.script("bash").read_text())[1].split()
        error = run(self.binary, "evaluate", "-m", ",".join(words), "no such file", "nor this").stderr
        self.expect(len(words) > 60 and "[no-such-file]" in error, f"measures offered: {error}")

    def manual_is_whole(self):
        page = self.script("man")
        for command in ("evaluate", "reconcile", "measures", "merge"):
            for option in re.findall(r"^  .{4}(--[\w-]+)", run(self.binary, "help", command).stdout,
                                     re.MULTILINE):
                named = "\\fB" + option.replace("-", "\\-") + "\\fR"
                self.expect(named in page.read_text(), f"the man page lacks {option}")
        if shutil.which("groff"):
            answer = run("groff", "-man", "-ww", "-Tutf8", page)
            self.expect(answer.returncode == 0 and not answer.stderr, f"groff: {answer.stderr}")
            self.expect("internal error" in answer.stdout, "groff did not print the exit statuses")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binary", required=True, type=pathlib.Path)
    checks = Checks(parser.parse_args().binary.resolve())
    try:
        checks.shells_parse()
        checks.bash_completes()
        checks.bash_completes_at_the_keyboard()
        checks.choices_are_what_options_take()
        checks.measures_exist()
        checks.manual_is_whole()
    finally:
        shutil.rmtree(checks.folder)
    for fault in checks.faults:
        print(fault)
    raise SystemExit(1 if checks.faults else 0)


main()
