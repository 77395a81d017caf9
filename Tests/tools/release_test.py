#!/usr/bin/env python3
"""Tests release.py, the steps of the workflow `release`, and the action `verbatim`, with a built tool.

usage: release_test.py VERBATIM

Nothing is published: `docker` and `gh` are stubs that keep their words, `swift build` is one that has built.
"""
import hashlib, json, os, platform, re, shutil, subprocess, sys, tempfile, unittest, zipfile
from pathlib import Path

import release

ROOT = Path(__file__).resolve().parents[2]
SWIFT = os.environ.get("SWIFT", "swift")
COPIED = [
    ".github", "CHANGELOG.md", "Contracts", "Recordings", "Tests/tools/release.py",
    "Sources/Tool/VerbatimCommands/Tool/CommandLineTool.swift",
]
# Keeps the words of each call and, of a container, checks that the files which its image copies are there.
STUB = """#!/usr/bin/env python3
import json, os, re, sys
name, words = os.path.basename(sys.argv[0]), sys.argv[1:]
with open(os.environ["STUB_LOG"], "a") as log:
    log.write(json.dumps([name] + words) + "\\n")
if name == "docker" and words[0] == "login":
    assert sys.stdin.read().strip() == os.environ["GH_TOKEN"]
if name == "docker" and words[0] == "buildx":
    image = open(words[words.index("--file") + 1]).read()
    for architecture in ("amd64", "arm64"):
        [file] = re.findall(r"^COPY (\\S+)", image, re.M)
        assert os.access(os.path.join(words[-1], file.replace("$TARGETARCH", architecture)), os.X_OK)
if name == "gh":
    missing = [word for word in words if "." in word[-8:] and "/" not in word and not os.path.exists(word)]
    assert missing in ([], [os.environ["GITHUB_REF_NAME"]] * 2), missing
if name == "swift" and "--show-bin-path" in words:
    print(os.environ["STUB_PRODUCTS"])
"""
PLUGIN = """import Foundation
import PackagePlugin

@main struct Runner: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) async throws {
        let process = Process()
        process.executableURL = try context.tool(named: "verbatim").url
        process.arguments = arguments
        try process.run()
        process.waitUntilExit()
        if process.terminationStatus != 0 { exit(process.terminationStatus) }
    }
}
"""
MANIFEST = """// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Adopter",
    targets: [
        .binaryTarget(name: "verbatim-tool", path: "verbatim.artifactbundle"),
        .plugin(
            name: "Runner", capability: .command(intent: .custom(verb: "runner", description: "Runs it.")),
            dependencies: ["verbatim-tool"]),
    ]
)
"""


def steps(job):
    """The shell commands of a job of the workflow, in order."""
    text = (ROOT / ".github/workflows/release.yml").read_text()
    [body] = re.findall(rf"^  {job}:\n((?:    .*\n|\n)+)", text, re.M)
    lines, found = body.split("\n"), []
    for number, line in enumerate(lines):
        match = re.match(r"(?P<indent> +(?:- )?)run: (?P<value>.*)", line)
        if not match:
            continue
        following = []
        for next in lines[number + 1 :]:
            if len(next) - len(next.lstrip()) <= len(match["indent"]):
                break
            following.append(next.strip())
        joint = {"|": "\n", ">": " "}.get(match["value"])
        found.append(joint.join(following) if joint else match["value"])
    return found


class ReleaseTests(unittest.TestCase):
    verbatim = ""

    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="verbatim-release-"))
        self.addCleanup(shutil.rmtree, self.folder)
        self.here = self.folder / "clone"
        for name in COPIED:
            (self.here / name).parent.mkdir(parents=True, exist_ok=True)
            copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
            copy(ROOT / name, self.here / name)
        self.version = self.run_command([self.verbatim, "--version"])[1].split()[0]
        changelog = self.here / "CHANGELOG.md"
        text = changelog.read_text().replace("## Unreleased\n", f"## {self.version}\n", 1)
        changelog.write_text(text + "\n## 0.0.9\n\n- The first.\n")
        (self.here / "LICENSE").write_text("As it pleases.\n")
        for name in ("docker", "gh", "swift"):
            stub = self.folder / "bin" / name
            stub.parent.mkdir(exist_ok=True)
            stub.write_text(STUB)
            stub.chmod(0o755)
        self.environment = dict(
            os.environ, PATH=f"{self.folder / 'bin'}:{os.environ['PATH']}", GITHUB_REF_NAME=self.version,
            GITHUB_REPOSITORY="Owner/Name", GITHUB_ACTOR="someone", GH_TOKEN="secret",
            GITHUB_OUTPUT=str(self.folder / "output"), RUNNER_TEMP=str(self.folder / "temporary"),
            GITHUB_SERVER_URL=f"file://{self.folder}/server", STUB_LOG=str(self.folder / "log"),
            STUB_PRODUCTS=str(Path(self.verbatim).resolve().parent),
        )

    def run_command(self, words, **environment):
        done = subprocess.run(
            words, cwd=self.here, text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, env=dict(getattr(self, "environment", os.environ), **environment),
        )
        return done.returncode, done.stdout, done.stderr

    def run_step(self, step):
        self.assertNotIn("${{", step, "a step takes values from its environment only")
        code, out, error = self.run_command(["bash", "-eo", "pipefail", "-c", step])
        self.assertEqual(code, 0, f"{step}\n{out}{error}")

    def run_script(self, *words):
        return self.run_command([sys.executable, "Tests/tools/release.py", *map(str, words)])

    def make_tools(self):
        """The tools as the jobs hand them on: without the permission to run."""
        for name in release.PLATFORMS:
            file = self.here / ".build/tools" / name / "verbatim"
            file.parent.mkdir(parents=True, exist_ok=True)
            if not file.exists():
                file.write_bytes(f"the program for {name}".encode())
            file.chmod(0o644)

    def bundle(self, built=True):
        """Makes the files of a release, with a tool of this platform that runs, and returns their folder."""
        for step in steps("tool") if built else []:
            if "release.py" in step:
                self.run_step(step)
        self.make_tools()
        code, _, error = self.run_script("bundle", self.version, ".build/tools", ".build/release-files")
        self.assertEqual(code, 0, error)
        return self.here / ".build/release-files"

    @property
    def log(self):
        return [json.loads(line) for line in (self.folder / "log").read_text().splitlines()]

    # The workflow

    def test_the_steps_of_the_workflow_publish_what_they_made(self):
        [check] = [step for step in steps("test") if "release.py" in step]
        self.run_step(check)
        [build] = [step for step in steps("tool") if "release.py" in step]
        self.run_step(build)
        self.make_tools()
        publish = steps("publish")
        self.assertEqual(len(publish), 3)
        for step in publish:
            self.run_step(step)
        image = "ghcr.io/owner/name"
        login, container, published = [words for words in self.log if words[0] != "swift"]
        self.assertEqual(login, ["docker", "login", "ghcr.io", "--username", "someone", "--password-stdin"])
        self.assertEqual(container, [
            "docker", "buildx", "build", "--platform", "linux/amd64,linux/arm64", "--file",
            ".github/container/Dockerfile", "--tag", f"{image}:{self.version}", "--tag", f"{image}:latest",
            "--push", ".build/release-files/container"])
        self.assertEqual(published, [
            "gh", "release", "create", self.version, "--repo", "Owner/Name", "--verify-tag", "--title",
            self.version, "--notes-file", "notes.md", "verbatim.artifactbundle.zip",
            "verbatim-linux-amd64.tar.gz", "verbatim-linux-arm64.tar.gz", "verbatim-macos.tar.gz",
            "checksums.txt"])

    def test_a_release_needs_its_tag_its_section_and_a_licence(self):
        def refused(version, message):
            code, _, error = self.run_script("check", version)
            self.assertEqual((code, message in error), (1, True), error)

        refused("9.9.9", "the tag is 9.9.9, the version in Sources/")
        (self.here / "LICENSE").unlink()
        refused(self.version, "no file LICENSE")
        shutil.copy(ROOT / "CHANGELOG.md", self.here)
        refused(self.version, f"no section '## {self.version}'")

    # The bundle

    def test_the_files_have_every_platform_and_are_the_same_each_time(self):
        folder = self.bundle(built=False)
        data = {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}
        with zipfile.ZipFile(folder / "verbatim.artifactbundle.zip") as archive:
            info = json.loads(archive.read("verbatim.artifactbundle/info.json"))
            modes = {entry.filename: entry.external_attr >> 16 & 0o777 for entry in archive.infolist()}
        base = f"verbatim-{self.version}"
        self.assertEqual(info, {"schemaVersion": "1.0", "artifacts": {"verbatim": {
            "version": self.version, "type": "executable", "variants": [
                {"path": f"{base}/linux-amd64/verbatim", "supportedTriples": ["x86_64-unknown-linux-gnu"]},
                {"path": f"{base}/linux-arm64/verbatim", "supportedTriples": ["aarch64-unknown-linux-gnu"]},
                {
                    "path": f"{base}/macos/verbatim",
                    "supportedTriples": ["arm64-apple-macosx", "x86_64-apple-macosx"],
                },
            ]}}})
        programs = [f"verbatim.artifactbundle/{base}/{name}/verbatim" for name in release.PLATFORMS]
        self.assertEqual(modes, {"verbatim.artifactbundle/info.json": 0o644} | dict.fromkeys(programs, 0o755))
        sums = [line.split("  ") for line in (folder / "checksums.txt").read_text().splitlines()]
        archives = ["verbatim.artifactbundle.zip"] + [f"verbatim-{name}.tar.gz" for name in release.PLATFORMS]
        self.assertEqual([name for _, name in sums], archives)
        for sum, name in sums:
            self.assertEqual(sum, hashlib.sha256(data[name]).hexdigest())
        notes = data["notes.md"].decode()
        self.assertIn("### Added", notes)
        self.assertIn(f'checksum: "{sums[0][0]}"', notes)
        self.assertNotIn("The first.", notes)
        self.bundle(built=False)
        self.assertEqual(data, {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()})

    def test_a_bundle_without_a_platform_is_not_made(self):
        self.make_tools()
        (self.here / ".build/tools/macos/verbatim").unlink()
        code, _, error = self.run_script("bundle", self.version, ".build/tools", "out")
        self.assertEqual((code, error), (1, "release.py: .build/tools: no tool for macos\n"))

    def test_swiftpm_runs_the_tool_of_the_bundle(self):
        folder = self.bundle()
        package = self.folder / "adopter"
        (package / "Plugins/Runner").mkdir(parents=True)
        (package / "Package.swift").write_text(MANIFEST)
        (package / "Plugins/Runner/Runner.swift").write_text(PLUGIN)
        archive = folder / "verbatim.artifactbundle.zip"
        # zipfile extracts no permissions, SwiftPM does.
        with zipfile.ZipFile(archive) as bundle:
            bundle.extractall(package)
            for entry in bundle.infolist():
                (package / entry.filename).chmod(entry.external_attr >> 16)
        swift = [SWIFT, "package", "--package-path", str(package)]
        code, out, error = self.run_command([*swift, "runner", "--version"], PATH=os.environ["PATH"])
        self.assertEqual((code, out.split()[:1]), (0, [self.version]), error)
        code, out, _ = self.run_command([*swift, "compute-checksum", str(archive)], PATH=os.environ["PATH"])
        self.assertIn(f"{out.strip()}  verbatim.artifactbundle.zip\n", (folder / "checksums.txt").read_text())

    # The action

    def serve(self):
        """Puts the files where a release has them."""
        target = self.folder / "server/Owner/Name/releases/download" / self.version
        shutil.copytree(self.bundle(), target)
        return target

    def run_action(self, tool="", arguments="check", version=None):
        environment = {
            "VERBATIM_TOOL": tool, "VERBATIM_ARGUMENTS": arguments, "VERBATIM_REPOSITORY": "Owner/Name",
            "VERBATIM_VERSION": self.version if version is None else version,
        }
        output = self.folder / "output"
        output.write_text("")
        done = self.run_command([".github/actions/verbatim/run.sh"], **environment)
        return *done, output.read_text()

    def test_the_action_runs_the_tool_of_the_release(self):
        target = self.serve()
        code, out, error, output = self.run_action()
        self.assertEqual((code, output), (0, "code=0\n"), error)
        self.assertIn("✓ holds", out)
        code, _, error, output = self.run_action(arguments="check  --contracts\nno-such-folder")
        self.assertEqual((code, output), (3, "code=3\n"), error)
        code, _, error, output = self.run_action(arguments="check wether")
        self.assertEqual((code, output), (2, "code=2\n"), error)
        self.assertTrue(error.startswith("verbatim: unknown API 'wether'"), error)
        archive = target / f"verbatim-{release.here()}.tar.gz"
        archive.write_bytes(archive.read_bytes() + b"\0")
        code, out, error, output = self.run_action()
        self.assertEqual((code, out, output), (1, "", ""), error)

    def test_the_action_runs_the_tool_of_the_package(self):
        code, out, error, output = self.run_action(f"env A=1 {self.verbatim}", "check --format json", version="main")
        self.assertEqual((code, output), (0, "code=0\n"), error)
        self.assertEqual(json.loads(out)["command"], "check")

    def test_the_action_without_a_command_prints_the_help(self):
        code, _, error, output = self.run_action(self.verbatim, arguments=" ")
        self.assertEqual((code, output), (2, "code=2\n"))
        self.assertIn("COMMAND [OPTION...]", error)

    def test_the_action_of_a_branch_names_no_release(self):
        code, out, error, output = self.run_action(version="main")
        self.assertEqual((code, out, output), (2, "", ""))
        self.assertIn("'main' is no release", error)


if __name__ == "__main__":
    ReleaseTests.verbatim = os.path.abspath(sys.argv.pop(1))
    unittest.main()
