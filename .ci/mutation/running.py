"""Runs tests in processes of their own, with a mutant or without one."""

import os
import re
import resource
import selectors
import signal
import subprocess
import time

MEMORY = 8 << 30


class Runner:
    def __init__(self, package, size):
        self.package, self.size = package, size
        self.bundle = next((package.folder / ".build/debug").glob("*.xctest"))
        self.scratch = package.root / ".build/mutants/scratch"

    def tests(self, targets):
        """The names of all tests."""
        listed = subprocess.run([str(self.bundle), "--list-tests"], capture_output=True, text=True, check=True).stdout
        return sorted(line for line in listed.splitlines() if "/" in line and line.split(".")[0] in targets)

    def run(self, names, limit, job=0, mutant=None, reached=None):
        """Returns `passed`, `failed` or `time-out`, and the test that failed or the time it took."""
        scratch = self.scratch / f"tmp-{job}"
        subprocess.run(["rm", "-rf", str(scratch)], check=True)
        scratch.mkdir(parents=True)
        environment = {**os.environ, "TMPDIR": str(scratch)}
        if mutant:
            environment["TROUPE_MUTANT"] = str(mutant)
        if reached:
            reached.write_bytes(bytes(self.size))
            environment["TROUPE_REACHED"] = str(reached)
        start = time.monotonic()
        process = subprocess.Popen(
            ["nice", str(self.bundle), ",".join(names)], cwd=self.package.folder, env=environment,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY)))
        outcome, said = self.watch(process, start + limit)
        self.stop(process)
        return outcome, time.monotonic() - start if outcome == "passed" else self.last_test(names, said)

    @staticmethod
    def last_test(names, said):
        """The test that was running at the first failure, or at the end."""
        failure = said.find(b": error: ")
        said = said if failure < 0 else said[:failure]
        started = re.findall(rb"^Test Case '(\S+)' started", said, re.M)
        name = started[-1].decode().replace(".", "/") if started else ""
        return next((full for full in names if name and full.endswith("." + name)), None)

    def watch(self, process, deadline):
        output = process.stdout
        with selectors.DefaultSelector() as selector:
            selector.register(output, selectors.EVENT_READ)
            said = b""
            while True:
                left = deadline - time.monotonic()
                if left <= 0:
                    return "time-out", said
                if not selector.select(left):
                    continue
                piece = os.read(output.fileno(), 65536)
                said += piece
                # The first failure is enough.
                if b": error: " in said[-len(piece) - 16:]:
                    return "failed", said
                if not piece:
                    break
        try:
            return "passed" if process.wait(max(0.1, deadline - time.monotonic())) == 0 else "failed", said
        except subprocess.TimeoutExpired:
            return "time-out", said

    def stop(self, process):
        """Ends the process and those that it started."""
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        process.stdout.close()
        process.wait()

    def record(self, names, say):
        """Runs each test once. Returns for each its time and the mutants that it reaches."""
        result = {}
        file = self.package.root / ".build/mutants/reached"
        for name in names:
            outcome, seconds = self.run([name], 600, reached=file)
            if outcome != "passed":
                raise SystemExit(f"{name} doesn't pass without a mutant: {outcome}.")
            reached = {number for number, byte in enumerate(file.read_bytes()) if byte}
            result[name] = (seconds, reached)
        say(f"{len(names)} tests take {sum(seconds for seconds, _ in result.values()):.0f} s")
        return result

    @staticmethod
    def batches(tests):
        """Tests with their times, the fastest first, in batches that take longer and longer."""
        batch, seconds, limit = [], 0, 0.5
        for name, time_ in sorted(tests, key=lambda test: test[1]):
            if batch and seconds + time_ > limit:
                yield batch, seconds
                batch, seconds, limit = [], 0, limit * 4
            batch.append(name)
            seconds += time_
        if batch:
            yield batch, seconds
