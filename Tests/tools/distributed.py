#!/usr/bin/env python3
"""Runs the recipes of the article Scaling, and compares their results with that of one run.

usage: distributed.py VERBATIM

Needs PyYAML, which reads the workflow, and dask[distributed]; Spark is left out without PySpark and Java. Each
recipe runs in a scratch copy of Contracts and Recordings, with `verbatim` on the path: the commands of `xargs`,
the steps of the jobs of the workflow for every value of its matrix, the programs for Dask and Spark, and the
passes of an inference.
"""
import importlib.util, json, os, re, shutil, subprocess, sys, tempfile

import yaml

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ARTICLE = os.path.join(ROOT, "Sources/Tool/VerbatimKit/Verbatim.docc/Scaling.md")
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.M | re.S)


def block(language, containing):
    """The first block of the article with a language and a word."""
    with open(ARTICLE, encoding="utf-8") as file:
        return next(text for name, text in BLOCK.findall(file.read()) if name == language and containing in text)


class Scratch:
    """A copy of the project in which commands run."""

    def __init__(self, folder, verbatim):
        self.folder = folder
        os.mkdir(os.path.join(folder, "bin"))
        os.symlink(verbatim, os.path.join(folder, "bin", "verbatim"))
        path = f"{folder}/bin:{os.environ['PATH']}"
        self.environment = dict(os.environ, PATH=path, PYSPARK_PYTHON=sys.executable)
        for name in ("Contracts", "Recordings"):
            shutil.copytree(os.path.join(ROOT, name), os.path.join(folder, name))

    def file(self, name, text):
        """Writes a file, and returns its path."""
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def run(self, *command):
        """Runs a command and returns what it prints; a check that is broken is a result as well."""
        done = subprocess.run(command, cwd=self.folder, env=self.environment, capture_output=True, text=True)
        if done.returncode not in (0, 1):
            sys.exit(f"distributed.py: {' '.join(command)}: exit code {done.returncode}\n{done.stderr}")
        return done.returncode, done.stdout


def workflow(scratch, text):
    """Runs the jobs of a workflow, and returns what the last step prints."""
    for job in yaml.safe_load(text)["jobs"].values():
        for share in job.get("strategy", {}).get("matrix", {}).get("share", [None]):
            for step in job["steps"]:
                if "run" in step:
                    command = step["run"].replace("${{ matrix.share }}", str(share))
                    result = scratch.run("sh", "-c", command.replace("--format github", "--format json"))
    return result


def program(word):
    """The recipe that runs the program in Python with a word."""
    return lambda scratch: scratch.run(sys.executable, scratch.file("recipe.py", block("python", word)))


def infer(verbatim):
    """Runs the passes of an inference, and compares the contract with that of one run."""
    with tempfile.TemporaryDirectory() as folder:
        scratch = Scratch(folder, verbatim)
        scratch.run("sh", "-c", block("sh", "verbatim infer"))
        contract = open(os.path.join(folder, "reqres.json"), encoding="utf-8").read()
        joined = json.loads(open(os.path.join(folder, "joined.json"), encoding="utf-8").readline())
        scratch.run("verbatim", "infer", "reqres", "--output", "reqres.json")
        if contract != open(os.path.join(folder, "reqres.json"), encoding="utf-8").read():
            sys.exit("distributed.py: infer: another contract than that of one run")
        print(f"infer: the contract of one run, {joined['passes']} passes")


def main(verbatim):
    recipes = {
        "xargs": lambda scratch: scratch.run("sh", "-ec", block("sh", "verbatim check --shard {}").rstrip() + " --format json"),
        "matrix": lambda scratch: workflow(scratch, block("yaml", "matrix")),
        "dask": program("dask"),
        "spark": program("pyspark"),
    }
    if not importlib.util.find_spec("pyspark") or not shutil.which("java"):
        del recipes["spark"]
        print("spark: left out, as there is no Java or no PySpark")
    for name, recipe in recipes.items():
        with tempfile.TemporaryDirectory() as folder:
            scratch = Scratch(folder, verbatim)
            expected, found = scratch.run("verbatim", "check", "--format", "json"), recipe(scratch)
        if expected != found:
            sys.exit(f"distributed.py: {name}: another report or exit code than that of one run")
        print(f"{name}: the report of one run, {len(json.loads(found[1])['causes'])} causes, exit code {found[0]}")
    infer(verbatim)


if __name__ == "__main__":
    main(os.path.abspath(sys.argv[1]))
