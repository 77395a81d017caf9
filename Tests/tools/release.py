#!/usr/bin/env python3
"""Makes what a release consists of; the workflow `release` runs it, and `make release-test` tests both.

usage: release.py check VERSION             the tag, the version of the tool and the changelog agree
       release.py tool VERSION TOOLS        builds the tool for this platform, into TOOLS/PLATFORM/verbatim
       release.py bundle VERSION TOOLS OUT  makes of the tools of all platforms, in OUT:

verbatim.artifactbundle.zip  for a `binaryTarget` of SwiftPM, as of SE-0305, with all platforms
verbatim-PLATFORM.tar.gz     the program alone
checksums.txt                their SHA-256, as `sha256sum --check` and `swift package compute-checksum` have it
notes.md                     the section of the changelog, and the checksum to copy
container/                   the tools for Linux, as the container's image takes them
"""
import gzip, hashlib, io, json, os, platform, re, shutil, stat, subprocess, sys, tarfile, zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# The platforms of a release, with the triples that SwiftPM knows them by:
# https://github.com/swiftlang/swift-evolution/blob/main/proposals/0305-swiftpm-binary-target-improvements.md
PLATFORMS = {
    "linux-amd64": ["x86_64-unknown-linux-gnu"],
    "linux-arm64": ["aarch64-unknown-linux-gnu"],
    "macos": ["arm64-apple-macosx", "x86_64-apple-macosx"],
}
BUNDLE = "verbatim.artifactbundle"
# Archives of the same files are the same bytes: the first date that a ZIP file can have.
DATE = (1980, 1, 1, 0, 0, 0)


class Failure(Exception):
    """A release that is not made."""


def changes(version):
    """The section of the changelog about a version: `## 1.0.0` or `## [1.0.0] - 2026-11-23`."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    found = re.search(rf"^## \[?{re.escape(version)}\]?( .*)?\n(?P<section>.*?)(?=^## |\Z)", text, re.M | re.S)
    if not found:
        raise Failure(f"CHANGELOG.md has no section '## {version}': give that name to 'Unreleased'")
    return found.group("section").strip() + "\n"


def check(version):
    source = "Sources/Tool/VerbatimCommands/Tool/CommandLineTool.swift"
    own = re.search(r'static let version = "(.*?)"', (ROOT / source).read_text(encoding="utf-8"))
    if not own or own.group(1) != version:
        raise Failure(f"the tag is {version}, the version in {source} is {own and own.group(1)}")
    changes(version)
    if not list(ROOT.glob("LICENSE*")):
        raise Failure("no file LICENSE: see CONTRIBUTING.md, Before the first release")


def here():
    """The platform of this machine."""
    if platform.system() == "Darwin":
        return "macos"
    return "linux-arm64" if platform.machine() in ("aarch64", "arm64") else "linux-amd64"


def tool(version, tools):
    options = ["-c", "release", "--product", "verbatim"]
    # Foundation, which is linked statically, needs the libcurl of the system.
    options += (
        ["--arch", "arm64", "--arch", "x86_64"] if here() == "macos"
        else ["--static-swift-stdlib", "-Xlinker", "-lcurl"])
    subprocess.run(["swift", "build", *options], cwd=ROOT, check=True)
    shown = subprocess.run(
        ["swift", "build", *options, "--show-bin-path"], cwd=ROOT, check=True, text=True, stdout=subprocess.PIPE)
    target = Path(tools) / here() / "verbatim"
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(Path(shown.stdout.strip()) / "verbatim", target)
    subprocess.run(["strip", *(["-x"] if here() == "macos" else []), target], check=True)
    printed = subprocess.run([target, "--version"], check=True, text=True, stdout=subprocess.PIPE).stdout
    if printed.split()[0] != version:
        raise Failure(f"{target} --version prints {printed}")
    subprocess.run([target, "check"], cwd=ROOT, check=True)


def bundle(version, tools, out):
    tools, out = Path(tools), Path(out)
    missing = [name for name in PLATFORMS if not (tools / name / "verbatim").is_file()]
    if missing:
        raise Failure(f"{tools}: no tool for {', '.join(missing)}")
    shutil.rmtree(out, ignore_errors=True)
    (out / "container").mkdir(parents=True)
    programs = {name: (tools / name / "verbatim").read_bytes() for name in PLATFORMS}
    archives = {f"{BUNDLE}.zip": zipped(version, programs)}
    for name, program in programs.items():
        archives[f"verbatim-{name}.tar.gz"] = packed(program)
        if name.startswith("linux"):
            file = out / "container" / f"verbatim-{name}"
            file.write_bytes(program)
            file.chmod(0o755)
    sums = {name: hashlib.sha256(data).hexdigest() for name, data in archives.items()}
    for name, data in archives.items():
        (out / name).write_bytes(data)
    (out / "checksums.txt").write_text("".join(f"{sum}  {name}\n" for name, sum in sums.items()))
    (out / "notes.md").write_text(changes(version) + NOTES % (version, sums[f"{BUNDLE}.zip"]), encoding="utf-8")


NOTES = """
### The tool without a build

```swift
.binaryTarget(
    name: "verbatim-tool",
    url: "<the URL of this repository>/releases/download/%s/verbatim.artifactbundle.zip",
    checksum: "%s")
```
"""


def zipped(version, programs):
    """An artifact bundle: a program for each platform, and `info.json` with the triples."""
    folder = f"verbatim-{version}"
    info = {"schemaVersion": "1.0", "artifacts": {"verbatim": {
        "version": version, "type": "executable",
        "variants": [
            {"path": f"{folder}/{name}/verbatim", "supportedTriples": PLATFORMS[name]} for name in programs],
    }}}
    files = {"info.json": (json.dumps(info, indent=2).encode() + b"\n", 0o644)}
    files |= {f"{folder}/{name}/verbatim": (program, 0o755) for name, program in programs.items()}
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, (content, mode) in files.items():
            entry = zipfile.ZipInfo(f"{BUNDLE}/{name}", DATE)
            entry.create_system = 3
            entry.external_attr = (stat.S_IFREG | mode) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)
    return data.getvalue()


def packed(program):
    """A program in an archive of its own."""
    data = io.BytesIO()
    entry = tarfile.TarInfo("verbatim")
    entry.size, entry.mode = len(program), 0o755
    with gzip.GzipFile(fileobj=data, mode="wb", mtime=0) as file, tarfile.open(fileobj=file, mode="w") as archive:
        archive.addfile(entry, io.BytesIO(program))
    return data.getvalue()


def main():
    match sys.argv[1:]:
        case ["check", version]:
            check(version)
        case ["tool", version, tools]:
            tool(version, tools)
        case ["bundle", version, tools, out]:
            bundle(version, tools, out)
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    try:
        main()
    except Failure as failure:
        sys.exit(f"release.py: {failure}")
