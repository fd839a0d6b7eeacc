"""The copy of the package that has the mutants, and its build."""

import os
import pathlib
import re
import shutil
import subprocess

import schemata

ERROR = re.compile(r"^(/[^:\n]+\.swift):(\d+):(\d+): error: (.*)$", re.M)

# A run that fails needn't be shortened, nor one that hangs be waited for.
PATCHES = {
    "Sources/TroupeTesting/Explore/Shrinking.swift": ("private static let limit = 300", "private static let limit = 0"),
    "Sources/TroupeTesting/Explore/Explore.swift": (
        "realTimeLimit: Duration = .seconds(10)", "realTimeLimit: Duration = .seconds(3)"),
}


class Package:
    def __init__(self, root, tests):
        self.root, self.tests = root, tests
        self.folder = root / ".build/mutants/package"

    def write(self, path, text):
        """Writes a file if that changes it, so that the build only does what is new."""
        file = self.folder / path
        if not file.exists() or file.read_text() != text:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)

    def copy(self, skipped):
        """Copies the sources, but for some files, and removes what isn't there any more."""
        present = set()
        for top in ("Sources", "Tests", "Examples/FolderDigest"):
            for file in (self.root / top).rglob("*"):
                path = file.relative_to(self.root)
                if file.is_dir() or file.suffix == ".md" or ".docc" in str(path):
                    continue
                present.add(str(path))
                if str(path) in skipped:
                    continue
                if file.suffix == ".swift":
                    text = file.read_text()
                    if str(path) in PATCHES:
                        before, after = PATCHES[str(path)]
                        if before not in text:
                            raise SystemExit(f"{path} has no `{before}` any more; see PATCHES.")
                        text = text.replace(before, after)
                    self.write(path, text)
                elif not (self.folder / path).exists():
                    (self.folder / path).parent.mkdir(parents=True, exist_ok=True)
                    shutil.copy2(file, self.folder / path)
        for top in ("Sources", "Tests"):
            for file in (self.folder / top).rglob("*.swift"):
                if str(file.relative_to(self.folder)) not in present and file.name != "Mutants.swift":
                    file.unlink()
        self.write("Package.swift", (self.root / "Package.swift").read_text())

    def write_mutants(self, texts, mutants):
        size = (max((m.number for m in mutants), default=0) // 4096 + 1) * 4096
        self.write("Sources/TroupeDiagnostics/Mutants.swift", schemata.RUNTIME.replace("{size}", str(size)))
        places = {}
        for path, text in texts.items():
            rendered, *places[path] = schemata.render(text, [m for m in mutants if m.path == path])
            self.write(path, rendered)
        return places

    def swift_build(self, *arguments):
        command = ["nice", "swift", "build", "--package-path", str(self.folder), *arguments]
        # Mutants make warnings, such as those of code that never runs.
        environment = {name: value for name, value in os.environ.items() if name != "TROUPE_STRICT"}
        # Other tests needn't be built.
        environment["TROUPE_TESTS"] = ",".join(self.tests)
        result = subprocess.run(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment)
        return result.returncode == 0, result.stdout

    def build(self, texts, functions, mutants, note_refused):
        """Builds, without the mutants that the compiler refuses. Returns the others."""
        targets = sorted({path.split("/")[1] for path in texts})
        # In the order of their imports, so that few files wait for what can't be built.
        targets.sort(key=lambda target: (target != "Troupe", target))
        mutants = list(mutants)
        for target in targets:
            while True:
                places = self.write_mutants(texts, mutants)
                ok, output = self.swift_build("--target", target)
                if ok:
                    break
                refused = self.refused(output, places, texts, functions, mutants)
                if not refused:
                    raise SystemExit(f"The package with the mutants can't be built.\n{output[-4000:]}")
                note_refused(refused)
                mutants = [m for m in mutants if m not in refused]
        ok, output = self.swift_build("--product", "TroupePackageTests")
        if not ok:
            raise SystemExit(f"The tests of the package with the mutants can't be built.\n{output[-4000:]}")
        return mutants

    def refused(self, output, places, texts, functions, mutants):
        """The mutants that the errors of a build are about."""
        refused, elsewhere = set(), []
        for file, line, column, message in set(ERROR.findall(output)):
            path = str(pathlib.Path(file).resolve().relative_to(self.folder.resolve()))
            if path not in places:
                continue
            lines = (self.folder / path).read_bytes().split(b"\n")
            at = sum(len(text) + 1 for text in lines[:int(line) - 1]) + int(column) - 1
            around = [(end - begin, mutant) for begin, end, mutant in places[path][0] if begin <= at < end]
            if around:
                refused.add(min(around, key=lambda pair: pair[0])[1])
            else:
                elsewhere.append((path, int(line), at, lines, message))
        if refused:
            return refused
        # An error that no mutant has around it: that of the line first, and then of the function.
        for path, line, at, lines, message in elsewhere:
            begin = sum(len(text) + 1 for text in lines[:line - 1])
            on_line = {m for b, e, m in places[path][0] if b < begin + len(lines[line - 1]) and e > begin}
            if on_line:
                refused |= on_line
                continue
            start, original = max(piece for piece in places[path][1] if piece[0] <= at)
            inside = self.innermost(functions[path], original + at - start)
            refused |= self.suspects([m for m in mutants if m.path == path and inside(m)], message)
        return refused

    @staticmethod
    def suspects(mutants, message):
        """Those of a function's mutants that an error is most likely about."""
        removals = [m for m in mutants if m.form in ("removal", "insertion", "statement choice")]
        name = re.search(r"'(\w+)'", message)
        wanted = []
        if "missing return" in message or "fall through" in message:
            wanted = [m for m in removals if m.what == "remove pattern"
                      or re.search(r"\b(return|throw|break|continue)\b", m.source)]
        elif "initialized" in message and name:
            wanted = [m for m in removals if re.search(rf"\b{name.group(1)} = ", m.source)]
        return set(wanted or removals or mutants)

    @staticmethod
    def innermost(functions, at):
        """Whether a mutant is in the innermost function around a place."""
        around = [(end - begin, begin, end) for begin, end in functions if begin <= at < end]
        if not around:
            return lambda mutant: True
        _, begin, stop = min(around)
        return lambda mutant: begin <= mutant.start and mutant.end <= stop
