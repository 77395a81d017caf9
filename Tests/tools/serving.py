#!/usr/bin/env python3
"""Measures `verbatim serve` beside nginx, in turn: requests per second, CPU time and latency, memory, open connections.

usage: serving.py VERBATIM [--seconds 3] [--rounds 5] [--entries 10,1000,100000]     (Linux; wrk, nginx; a release build)

`wrk` requests 1 KB of JSON from random recorded requests with a secret in the query, by 64 connections that stay open; nginx
sends the same bytes from a file, with one worker. Prints FIG lines with medians, and the median of the ratios of each round.
Each recorded request is sent once before, which is measured apart: what is asked again is answered from memory.
"""
import argparse, hashlib, json, os, resource, shutil, signal, socket, statistics, subprocess, sys, tempfile, time
from pathlib import Path

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("verbatim")
parser.add_argument("--seconds", type=int, default=3)
parser.add_argument("--rounds", type=int, default=5)
parser.add_argument("--entries", default="10,1000,100000")
options = parser.parse_args()
for program in ("wrk", "nginx"):
    if not shutil.which(program): sys.exit("serving.py: no '%s'; next: install it, e.g. apt-get install %s" % (program, program))

folder = Path(tempfile.mkdtemp(prefix="verbatim-serving-"))
BODY = json.dumps({"id": 1, "text": "x" * 1000})
started = []

def archive(count):
    """A folder of recordings with an archive of some entries."""
    file = folder / ("recordings-%d/items/all.har" % count)
    file.parent.mkdir(parents=True)
    with open(file, "w") as out:
        out.write('{"log": {"version": "1.2", "creator": {"name": "verbatim", "version": "1"}, "entries": [\n')
        for number in range(count):
            url = "https://api.example.test/v1/items/%d?fields=full&api_key=%%5BAPI_KEY-1%%5D" % number
            out.write((",\n" if number else "") + json.dumps({
                "startedDateTime": "2026-11-21T10:00:00.000Z", "time": 1,
                "request": {"method": "GET", "url": url, "headers": []},
                "response": {"status": 200, "headers": [{"name": "Content-Type", "value": "application/json"}],
                             "content": {"size": len(BODY), "mimeType": "application/json", "text": BODY}}}))
        out.write("\n]}}\n")
    return file.parents[1]

def start(*words, **others):
    process = subprocess.Popen(words, **others)
    started.append(process)
    return process

def serve(recordings, *words):
    process = start(options.verbatim, "serve", *words, "--recordings", str(recordings),
                    stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=folder)
    return process, json.loads(process.stdout.readline())["url"].replace("localhost", "127.0.0.1")

def nginx():
    (folder / "html").mkdir()
    (folder / "html/item.json").write_text(BODY)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    paths = "".join("%s_temp_path %s; " % (kind, folder / kind) for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    (folder / "nginx.conf").write_text(
        "worker_processes 1; daemon off; master_process off; pid %s/pid; error_log /dev/null; events { worker_connections 512; }\n"
        "http { access_log off; sendfile on; tcp_nopush on; tcp_nodelay on; keepalive_requests 100000000; open_file_cache max=100;\n"
        "types { application/json json; } %s server { listen 127.0.0.1:%d; root %s/html;\n"
        "location /items/ { try_files /item.json =404; } } }\n" % (folder, paths, port, folder))
    process = start("nginx", "-p", str(folder), "-c", str(folder / "nginx.conf"), stderr=subprocess.DEVNULL)
    for _ in range(200):
        try: socket.create_connection(("127.0.0.1", port)).close(); break
        except OSError: time.sleep(0.05)
    return process, "http://127.0.0.1:%d" % port

def cpu(process):
    fields = Path("/proc/%d/stat" % process.pid).read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

def memory(process, name="VmHWM"):
    status = Path("/proc/%d/status" % process.pid).read_text()
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith(name)) / 1024

def load(process, url, count, first=None):
    """Requests per second, microseconds of CPU time a request, and the 99th percentile in milliseconds; of random requests,
    or of those in order from one on."""
    before = cpu(process)
    run = subprocess.run(["wrk", "-t1", "-c64", "-d%ss" % options.seconds, "--latency", "-s", str(folder / "items.lua"), url],
                         capture_output=True, text=True, check=True,
                         env={**os.environ, "ITEMS": str(count), **({} if first is None else {"FIRST": str(first)})}).stdout
    lines = [line.split() for line in run.splitlines()]
    if "Non-2xx" in run: sys.exit("serving.py: responses are errors:\n" + run)
    number = lambda text: float(text.rstrip("mus")) * (0.001 if text.endswith("us") else 1 if text.endswith("ms") else 1000)
    requests = next(int(line[0]) for line in lines if line[1:3] == ["requests", "in"])
    p99 = next(number(line[1]) for line in lines if line[:1] == ["99%"])
    return requests / options.seconds, (cpu(process) - before) / requests * 1e6, p99

def first(process, url, count):
    """Sends each request once, and prints the CPU time for one, with the check that `serve` does beside."""
    sent, before = 0, cpu(process)
    while sent < count: sent += int(load(process, url, count, sent)[0] * options.seconds)
    print("FIG serve %d-entries-first cpu=%.1fus" % (count, (cpu(process) - before) / sent * 1e6), flush=True)

def compare(name, ours, anchor, count):
    rows = []
    for _ in range(options.rounds):
        rows.append(load(*ours, count) + load(*anchor, count))
    median = [statistics.median(column) for column in zip(*rows)]
    rate = statistics.median(row[0] / row[3] for row in rows)
    time = statistics.median(row[1] / row[4] for row in rows)
    print("FIG serve %s %.0f requests/s cpu=%.1fus p99=%.1fms nginx=%.0f cpu=%.1fus p99=%.1fms rate=%.2f cpu-ratio=%.2f memory=%.0fMB" % (
        name, median[0], median[1], median[2], median[3], median[4], median[5], rate, time, memory(ours[0])), flush=True)

def idle(url, count):
    """Opens connections, each of which has had a response."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, count + 100), hard))
    port = int(url.rsplit(":", 1)[1])
    clients = []
    for _ in range(count):
        client = socket.create_connection(("127.0.0.1", port))
        client.sendall(b"GET /.verbatim/state HTTP/1.1\r\nHost: localhost\r\n\r\n")
        client.recv(65536)
        clients.append(client)
    return clients

def large(megabytes):
    """Measures the memory for a response, which a slow client reads, and for requests of a size."""
    size = megabytes << 20
    recordings = folder / "large"
    (recordings / "items/all").mkdir(parents=True)
    with open(recordings / "items/all/body.bin", "wb") as out: out.truncate(size)
    entry = {"startedDateTime": "2026-11-21T10:00:00.000Z", "time": 1,
             "request": {"method": "GET", "url": "https://api.example.test/v1/large", "headers": []},
             "response": {"status": 200, "headers": [{"name": "Content-Type", "value": "application/octet-stream"}],
                          "content": {"size": size, "mimeType": "application/octet-stream", "_file": "all/body.bin"}}}
    log = {"version": "1.2", "creator": {"name": "verbatim", "version": "1"}, "entries": [entry]}
    (recordings / "items/all.har").write_text(json.dumps({"log": log}))
    process, url = serve(recordings, "items")
    base = memory(process)
    slow = subprocess.run(["curl", "-s", "--limit-rate", "%dM" % (megabytes // 8), "-o", "/dev/null", "-w", "%{http_code} %{size_download}",
                           url + "/items/v1/large"], capture_output=True, text=True).stdout
    if slow != "200 %d" % size: sys.exit("serving.py: the large response was '%s'" % slow)
    after = memory(process)
    codes = []
    for words in ([], ["-H", "Transfer-Encoding: chunked"]):
        with subprocess.Popen(["head", "-c", str(size), "/dev/zero"], stdout=subprocess.PIPE) as zeros:
            upload = ["-X", "POST", "-T", "-"] if words else ["-X", "POST", "-T", str(recordings / "items/all/body.bin")]
            codes.append(subprocess.run(["curl", "-s", "-o", "/dev/null", "-w", "%{http_code}", *upload, *words, url + "/items/v1/large"],
                                        stdin=zeros.stdout, capture_output=True, text=True).stdout)
            zeros.stdout.close()
    print("FIG serve large %d MB: memory %.0f MB before, %.0f after the response, %.0f after requests with status %s" % (
        megabytes, base, after, memory(process), " and ".join(codes)), flush=True)

try:
    (folder / "items.lua").write_text(
        'local n, i = tonumber(os.getenv("ITEMS")), tonumber(os.getenv("FIRST"))\nfunction init(args) math.randomseed(42) end\n'
        'function request()\n  local item = i or math.random(0, n - 1)\n  if i then i = (i + 1) % n end\n'
        '  return wrk.format("GET", "/items/v1/items/" .. item .. "?fields=full&api_key=4f3c2b1a9e8d7c6b5a493827")\nend\n')
    anchor = nginx()
    last = None
    for count in map(int, options.entries.split(",")):
        if last: last.send_signal(signal.SIGTERM)
        ours = serve(archive(count), "items")
        last = ours[0]
        first(*ours, count)
        compare("%d-entries" % count, ours, anchor, count)
    clients = idle(ours[1], 10_000)
    compare("%d-entries-10000-idle" % count, ours, anchor, count)
    held = 0
    for client in clients:
        client.sendall(b"GET /.verbatim/state HTTP/1.1\r\nHost: localhost\r\n\r\n")
        held += client.recv(65536).startswith(b"HTTP/1.1 200")
    print("FIG serve idle %d of %d connections held, %.0f MB" % (held, len(clients), memory(ours[0])), flush=True)
    large(1024)
finally:
    for process in started:
        if process.poll() is None: process.kill()
        process.wait()
    shutil.rmtree(folder)
