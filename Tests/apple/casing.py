"""The step `case` of the probe: both build systems where names of files do not differ in case only.

That is Apple's file system, which Linux has as a program: this file is one, by FUSE and the wheel of mfusepy on PyPI.
usage: casing.py FOLDER MOUNT   shows a folder at another path, until it is ended

What a build writes is named for targets and products, whatever they contain: a module is one empty source here.
"""
import os, re, shutil, stat, subprocess, sys

from conditions import code
from package import WORK, Unavailable, files, is_plugin, read, run

WHEEL = "mfusepy==3.1.1"
SYSTEMS = ["native", "swiftbuild"]
# Seconds after which a file system that is not there will not come.
PATIENCE = 20


def check(root: str) -> str:
    """Builds the package without its code."""
    package, folder, mount = (os.path.join(WORK, "case", name) for name in ("package", "files", "mount"))
    for old in (package, folder):
        shutil.rmtree(old, ignore_errors=True)
    for new in (folder, mount):
        os.makedirs(new, exist_ok=True)
    outline(root, package)
    if why := missing():
        raise Unavailable(f"{why}: install fuse3, and let the container be privileged")
    server = subprocess.Popen(
        [sys.executable, os.path.abspath(__file__), folder, mount], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        env={**os.environ, "PYTHONPATH": wheel(), "FUSE_LIBRARY_NAME": "fuse3"}, text=True)
    try:
        wait(server, mount)
        for system in SYSTEMS:
            run("swift", "build", "--build-tests", "--build-system", system, "--package-path", package,
                "--scratch-path", os.path.join(mount, system))
    finally:
        server.terminate()
        server.wait()
    return f"the names of the package build with {' and '.join(SYSTEMS)} where 'a' and 'A' are one file"


def missing() -> str | None:
    """What this machine lacks."""
    if not os.access("/dev/fuse", os.R_OK | os.W_OK):
        return "/dev/fuse cannot be used"
    return None if shutil.which("fusermount3") else "there is no fusermount3"


def wheel() -> str:
    """The folder of the wheel, which is downloaded once."""
    folder = os.path.join(WORK, "case", "wheel")
    if not os.path.isdir(folder):
        run(sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", folder, WHEEL)
    return folder


def wait(server, mount: str):
    """Returns when the file system is there; a container may not allow it."""
    for _ in range(PATIENCE * 10):
        if os.path.ismount(mount):
            return
        try:
            server.wait(timeout=0.1)
        except subprocess.TimeoutExpired:
            continue
        raise Unavailable("no file system can be mounted: " + " ".join(server.stdout.read().split("\n")[-3:]).strip())
    raise Unavailable(f"no file system was mounted within {PATIENCE} s")


def outline(root: str, folder: str):
    """Writes the package with one file for each module, which has no code but that of a program."""
    shutil.copytree(os.path.join(root, "Sources"), os.path.join(folder, "Sources"), ignore=shutil.ignore_patterns("*.swift"))
    shutil.copy(os.path.join(root, "Package.swift"), folder)
    modules, others = {}, []
    for path in files(root, ".swift", ".c", ".h"):
        text = read(os.path.join(root, path))
        if not path.endswith(".swift") or is_plugin(text):
            others.append((path, text))
            continue
        is_program = re.search(r"^\s*@main\b", code(text), re.M)
        module = tuple(path.split("/")[:3])
        if is_program or module not in modules:
            modules[module] = (path, "@main struct Program { static func main() {} }\n" if is_program else "")
    for path, text in [*modules.values(), *others]:
        copy = os.path.join(folder, path)
        os.makedirs(os.path.dirname(copy), exist_ok=True)
        with open(copy, "w", encoding="utf-8") as file:
            file.write(text)


def serve(folder: str, mount: str):
    import mfusepy

    class Folding(mfusepy.Operations):
        """The files of a folder, found by their names in any case; a file keeps the case in which it was created."""
        use_ns = True

        def real(self, path: str) -> str:
            exact = folder + path
            if path == "/" or os.path.lexists(exact):
                return exact
            parent, name = os.path.split(path)
            found, folded = self.real(parent), name.lower()
            names = os.listdir(found) if os.path.isdir(found) else []
            return os.path.join(found, next((other for other in names if other.lower() == folded), name))

        def getattr(self, path, fh=None):
            status = os.lstat(self.real(path)) if fh is None else os.fstat(fh)
            result = {name: getattr(status, name) for name in (
                "st_mode", "st_ino", "st_nlink", "st_uid", "st_gid", "st_size", "st_blocks")}
            return {**result, **{f"st_{kind}time": getattr(status, f"st_{kind}time_ns") for kind in "amc"}}

        def readdir(self, path, fh):
            with os.scandir(self.real(path)) as entries:
                found = [(entry.name, entry.stat(follow_symlinks=False)) for entry in entries]
            return [".", "..", *((name, {"st_mode": status.st_mode, "st_ino": status.st_ino}, 0) for name, status in found)]

        def open(self, path, flags):
            # The kernel gives the offset of each write.
            return os.open(self.real(path), flags & ~os.O_APPEND)

        def create(self, path, mode, fi=None):
            return os.open(self.real(path), os.O_RDWR | os.O_CREAT | os.O_TRUNC, mode)

        def read(self, path, size, offset, fh):
            return os.pread(fh, size, offset)

        def write(self, path, data, offset, fh):
            return os.pwrite(fh, data, offset)

        def truncate(self, path, length, fh=None):
            os.truncate(self.real(path) if fh is None else fh, length)

        def release(self, path, fh):
            os.close(fh)

        def rename(self, old, new):
            # Also where only the case changes: then the old name is found first.
            source, target = self.real(old), self.real(new)
            os.rename(source, os.path.join(os.path.dirname(target), os.path.basename(new)) if source == target else target)

        def utimens(self, path, times=None):
            os.utime(self.real(path), ns=times, follow_symlinks=False)

        def statfs(self, path):
            status = os.statvfs(folder)
            return {name: getattr(status, name) for name in dir(status) if name.startswith("f_") and name != "f_fsid"}

        def listxattr(self, path): return []
        def mkdir(self, path, mode): os.mkdir(self.real(path), mode)
        def rmdir(self, path): os.rmdir(self.real(path))
        def unlink(self, path): os.unlink(self.real(path))
        def readlink(self, path): return os.readlink(self.real(path))
        def symlink(self, target, source): os.symlink(source, self.real(target))
        def link(self, target, source): os.link(self.real(source), self.real(target))
        def chmod(self, path, mode): os.chmod(self.real(path), stat.S_IMODE(mode))
        def chown(self, path, uid, gid): os.chown(self.real(path), uid, gid, follow_symlinks=False)

    # Without caches, in which each spelling of a name would have its own file.
    mfusepy.FUSE(Folding(), mount, foreground=True, nothreads=True, default_permissions=True, use_ino=True,
                 entry_timeout=0, attr_timeout=0, negative_timeout=0)


if __name__ == "__main__":
    serve(*sys.argv[1:])
