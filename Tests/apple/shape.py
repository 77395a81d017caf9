"""A copy of the package in the shape of Apple's systems: their conditions, with stubs of their modules."""
import json, os, re

from conditions import substitute
from package import HERE, WORK, files, is_plugin, read

COPY = os.path.join(WORK, "package")
BUILD = os.path.join(WORK, "build")
# The stubs of modules that the shape adds to the package.
STUBS = {
    "AppleDarwinTypes": [], "AppleDarwin": ["AppleDarwinTypes"], "AppleFoundation": ["AppleDarwin"],
    "AppleXCTest": ["AppleFoundation"],
}


def folders():
    return ["--package-path", COPY, "--scratch-path", BUILD]


def copy(root: str):
    kept = set()

    def put(path: str, text: str):
        kept.add(path)
        whole = os.path.join(COPY, path)
        if os.path.exists(whole) and read(whole) == text:
            return
        os.makedirs(os.path.dirname(whole), exist_ok=True)
        with open(whole, "w", encoding="utf-8") as file:
            file.write(text)

    os.makedirs(COPY, exist_ok=True)
    for path in files(root):
        source = os.path.join(root, path)
        if path.endswith(".swift"):
            text = read(source)
            put(path, text if is_plugin(text) else with_stub_names(substitute(text, "macOS")))
        else:
            kept.add(path)
            link(source, os.path.join(COPY, path))
    for name in os.listdir(root):
        if name not in ("Package.swift", "Sources", "Tests", "Package.resolved") and not name.startswith("."):
            link(os.path.join(root, name), os.path.join(COPY, name))
    for module in STUBS:
        for name in os.listdir(os.path.join(HERE, module)):
            put(f"Tests/apple/{module}/{name}", read(os.path.join(HERE, module, name)))
    put("Package.swift", with_stubs(read(os.path.join(root, "Package.swift"))))
    for folder, _, names in os.walk(COPY):
        for name in names:
            path = os.path.relpath(os.path.join(folder, name), COPY)
            if path.startswith(("Sources/", "Tests/")) and path not in kept:
                os.remove(os.path.join(folder, name))


def link(source: str, path: str):
    if os.path.islink(path) and os.readlink(path) == source:
        return
    if os.path.lexists(path):
        os.remove(path)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    os.symlink(source, path)


def with_stub_names(text: str) -> str:
    """The source with the names of the stubs, in imports and before names."""
    result, literal = [], False
    for line in text.split("\n"):
        if not literal:
            line = re.sub(r"\bimport (Foundation|Darwin|XCTest)$", r"import Apple\1", line.rstrip())
            line = re.sub(r'(?<![\w".`])(Foundation|Darwin)\.(?=\w)', r"Apple\1.", line)
        if line.count('"""') % 2:
            literal = not literal
        result.append(line)
    return "\n".join(result)


def with_stubs(text: str) -> str:
    """The manifest with the stubs as dependencies of all Swift targets; warnings are no errors."""
    text = text.replace(".treatAllWarnings(as: .error)", ".treatAllWarnings(as: .warning)")
    stubs = "".join(
        f'    .target(name: "{name}", dependencies: {json.dumps(dependencies)}, path: "Tests/apple/{name}", '
        "swiftSettings: [.swiftLanguageMode(.v5)]),\n" for name, dependencies in STUBS.items())
    return text + (
        '\nfor target in package.targets where target.type != .plugin && !target.name.hasPrefix("C") {\n'
        f"    target.dependencies += {json.dumps(list(STUBS))}\n"
        f"}}\npackage.targets += [\n{stubs}]\n")
