#!/usr/bin/env python3
"""Asks this package's parser of requests, that of h11 and that of nginx about the same bytes.

usage: requests.py VERBATIM-CONFORMANCE [--connections 20000] [--seed N]        (pip install h11)

The bytes of each connection are valid requests, most of them with some bytes changed. Both parsers have to see the same
requests (method, target, fields, body) and to reject the same connections. Where this package is stricter, its reason has
to be one of STRICTER; it is more lenient in one thing only, empty lines before a request. Of nginx, if it is installed, the
methods and targets are compared: what both accept has to be the same requests, so that none is smuggled behind the other.
Prints the seed and the numbers; prints every other difference and exits with 1.
"""
import argparse, base64, collections, contextlib, json, random, re, shutil, socket, subprocess, sys, tempfile, time
import h11

# What h11 accepts and this package does not, by the words of its error.
STRICTER = {
    "a line ends with LF alone": "RFC 9112, section 2.2 leaves the choice; other parsers in a chain choose otherwise",
    "a field line is folded or indented": "a server rejects folded lines or replaces them (RFC 9112, section 5.2)",
    "a field value contains a control character": "RFC 9110, section 5.5",
    "Content-Length occurs more than once": "RFC 9112, section 6.3 leaves the choice for equal values",
    "Content-Length is not a number": "for a list of equal values, as above",
    "Content-Length and Transfer-Encoding are mutually exclusive": "RFC 9112, section 6.3 leaves the choice",
    "HTTP/1.0 does not allow Transfer-Encoding": "RFC 9112, section 6.1",
    "expected exactly one Host field": "for HTTP/1.0 with several, and for HTTP/1.2 to 1.9 without (RFC 9112, section 3.2)",
    "the Host field is not 'host:port'": "RFC 9112, section 3.2",
    "the request target contains a character that no URI may contain": "'#' (RFC 9112, section 3.2)",
    "the request target is neither a path nor an absolute URL": "RFC 9112, section 3.2",
    "the request target has no valid host": "RFC 9110, sections 4.2.1 and 4.2.4",
    "the only supported version is HTTP/1.1": "RFC 9110, section 15.6.6",
    "the only supported expectation is '100-continue'": "RFC 9110, section 10.1.1",
    "CONNECT is not supported": "RFC 9110, section 9.3.6",
    "a chunk size is not a hexadecimal number": "more than 15 digits",
    "a chunk extension contains a control character": "RFC 9112, section 7.1.1",
    "the body is longer than": "the limit of bodies",
}

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("verbatim")
parser.add_argument("--connections", type=int, default=20_000)
parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
options = parser.parse_args()
rng = random.Random(options.seed)

METHODS = [b"GET"] * 4 + [b"POST"] * 4 + [b"PUT", b"HEAD", b"DELETE", b"OPTIONS", b"get", b"M-SEARCH", b"CONNECT"]
TARGETS = [b"/", b"/a?b=c", b"/search?term=a%20b&x", b"//a", b"/../a", b"http://y/z", b"http://y:8/", b"*", b"/a|b", b"a"]
VERSIONS = [b"HTTP/1.1"] * 12 + [b"HTTP/1.0", b"HTTP/1.0", b"HTTP/1.3", b"HTTP/2.0", b"HTTP/0.9"]
HOSTS = [b"x", b"x:80", b"[::1]:80", b"localhost"]
FIELDS = [b"A: b", b"a:1", b"X-Long:\t some value \t", b"Accept: */*", b"Empty:", b"Connection: close", b"Name: Zo\xeb",
          b"Name: Zo\xc3\xab", b"Connection: keep-alive, a", b"Expect: 100-continue", b"Cookie: a=b; c=d", b"TE: trailers"]
SIZES = [b"%x", b"%X", b"%04x", b"%x;a=b", b"%x ;a", b"%x  "]
BYTES = [b"\r", b"\n", b"\r\n", b" ", b"\t", b":", b",", b";", b"0", b"1", b"f", b"\0", b"\x7f", b"\xff", b"#", b"-", b"+", b"\x0b"]
LINES = [b"Content-Length: 3", b"Content-Length: 03", b"Content-Length: +3", b"Content-Length: 3, 3", b"Host: x", b" folded",
         b"Transfer-Encoding: chunked", b"Transfer-Encoding: identity", b"Transfer-Encoding: gzip, chunked", b"0", b"",
         b"Transfer-Encoding : chunked", b"GET / HTTP/1.1", b"Expect: a"]

def request():
    lines = [b" ".join([rng.choice(METHODS), rng.choice(TARGETS), rng.choice(VERSIONS)])]
    fields = [b"Host: " + rng.choice(HOSTS)] + rng.sample(FIELDS, rng.randrange(4))
    body = bytes(rng.choice(b"abc\r\n0GET /") for _ in range(rng.randrange(20)))
    framing = rng.randrange(3)
    if framing == 0: body = b""
    if framing == 1: fields.append(b"Content-Length: %d" % len(body))
    if framing == 2:
        fields.append(b"Transfer-Encoding: chunked")
        cut = rng.randrange(len(body) + 1)
        pieces = [piece for piece in (body[:cut], body[cut:]) if piece]
        chunks = [rng.choice(SIZES) % len(piece) + b"\r\n" + piece + b"\r\n" for piece in pieces]
        trailers = [line + b"\r\n" for line in rng.sample(FIELDS, rng.choice([0, 0, 1, 2]))]
        body = b"".join(chunks) + b"0\r\n" + b"".join(trailers) + b"\r\n"
    rng.shuffle(fields)
    return b"\r\n".join(lines + fields + [b"", b""]) + body

def changed(wire):
    for _ in range(rng.choice([0, 1, 1, 1, 2, 3])):
        at = rng.randrange(len(wire) + 1)
        kind = rng.randrange(6)
        if kind == 0: wire = wire[:at] + rng.choice(BYTES) + wire[at:]
        if kind == 1: wire = wire[:at] + rng.choice(BYTES) + wire[at + 1:]
        if kind == 2: wire = wire[:at] + wire[at + rng.randint(1, 3):]
        if kind == 3: wire = wire[:at]
        if kind in (4, 5):
            ends = [match.end() for match in re.finditer(b"\r\n", wire)]
            if ends: at = rng.choice(ends)
            line = rng.choice(LINES) + b"\r\n"
            wire = wire[:at] + line + wire[at:] if kind == 4 else wire[:at] + wire[at:].partition(b"\r\n")[2]
    return wire

def text(value):
    try: return value.decode("utf-8")
    except UnicodeDecodeError: return value.decode("latin-1")

def by_h11(wire):
    """The requests that h11 sees before the end of the bytes, and its error, `incomplete` or None."""
    connection = h11.Connection(h11.SERVER, max_incomplete_event_size=1 << 16)
    requests, head, body = [], None, b""
    try:
        connection.receive_data(wire)
        while True:
            event = connection.next_event()
            if isinstance(event, h11.Request): head, body = event, b""
            elif isinstance(event, h11.Data): body += bytes(event.data)
            elif isinstance(event, h11.EndOfMessage):
                fields = [(text(name).lower(), text(value)) for name, value in head.headers]
                requests.append((text(head.method), text(head.target), fields, body))
                connection.send(h11.Response(status_code=404, headers=[("content-length", "0")]))
                connection.send(h11.EndOfMessage())
                if connection.our_state is not h11.DONE or connection.their_state is not h11.DONE:
                    return requests, None
                connection.start_next_cycle()
                head = None
            elif event is h11.NEED_DATA:
                return requests, "incomplete" if head or connection.trailing_data[0] else None
            else: return requests, None
    except h11.RemoteProtocolError as error:
        return requests, str(error)

def by_us(answer):
    answer = json.loads(answer)
    requests, error = [], answer["error"]
    for request in answer["requests"]:
        # h11 has the coding in lower case.
        fields = [(name.lower(), value.lower() if name.lower() == "transfer-encoding" else value)
                  for name, value in request["fields"]]
        requests.append((request["method"], request["target"], fields, base64.b64decode(request["body"])))
        if request["isLast"]: return requests, None
    return requests, error

@contextlib.contextmanager
def nginx():
    """A function that sends bytes to nginx, and returns the requests that it sees and whether it ends the connection."""
    with tempfile.TemporaryDirectory(prefix="verbatim-nginx-") as folder:
        paths = "".join("%s_temp_path %s/%s; " % (kind, folder, kind) for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        with open(folder + "/conf", "w") as out: out.write(
            "worker_processes 1; daemon off; master_process off; pid %s/pid; error_log /dev/null; events {}\n"
            "http { access_log off; lingering_close off; %s server { listen unix:%s/socket; location / { return 204;\n"
            'add_header X-Seen "$request_method $request_uri" always; } } }\n' % (folder, paths, folder))
        process = subprocess.Popen(["nginx", "-p", folder, "-c", folder + "/conf"], stderr=subprocess.DEVNULL)

        def send(wire):
            with socket.socket(socket.AF_UNIX) as client:
                client.connect(folder + "/socket")
                received = b""
                # It may close before it has read everything.
                with contextlib.suppress(BrokenPipeError, ConnectionResetError, OSError):
                    client.sendall(wire)
                    client.shutdown(socket.SHUT_WR)
                with contextlib.suppress(ConnectionResetError):
                    while piece := client.recv(65536): received += piece
            seen = [tuple(line.split(" ", 1)) for line in re.findall("^X-Seen: (.*)\r$", received.decode("latin-1"), re.M)]
            return seen, b"Connection: close" in received

        try:
            for _ in range(100):
                with contextlib.suppress(OSError):
                    send(b"")
                    break
                time.sleep(0.05)
            yield send
        finally:
            process.kill()
            process.wait()

def path(target):
    """The target as nginx has it, without the origin of an absolute URL."""
    rest = re.sub("^https?://[^/?]*", "", target, flags=re.I)
    return rest if rest.startswith("/") else "/" + rest

def compare_with_nginx():
    counts = collections.Counter()
    with nginx() as send:
        for wire, answer in zip(wires, answers):
            answer = json.loads(answer)
            ours, stops = [], False
            for request in answer["requests"]:
                if stops: break
                ours.append((request["method"], path(request["target"])))
                stops = request["isLast"]
            theirs, ended = send(wire)
            shared = min(len(ours), len(theirs))
            # nginx answers a request before its body is complete. What this package rejects or ends, it reads no further.
            error = None if stops else answer["error"]
            more = 1 if error == "incomplete" else len(theirs) if stops or error else 0
            if ours[:shared] != theirs[:shared] or len(theirs) > shared + more or len(ours) > shared and not ended:
                counts["wrong"] += 1
                print("WRONG %r\n  verbatim %s %s\n  nginx    %s%s" % (wire, ours, answer["error"], theirs, " ended" if ended else ""))
            else: counts["equal" if ours == theirs else "longer" if len(ours) > shared else "shorter"] += 1
    print("nginx: %d connections with the same requests, %d that it ends earlier, %d that verbatim ends earlier, %d wrong" % (
        counts["equal"], counts["longer"], counts["shorter"], counts["wrong"]))
    return counts["wrong"]

wires = [changed(b"".join(request() for _ in range(rng.choice([1, 1, 2, 3])))) for _ in range(options.connections)]
lines = "".join(base64.b64encode(wire).decode() + "\n" for wire in wires)
answers = subprocess.run([options.verbatim, "--requests"], input=lines, capture_output=True, text=True, check=True)
answers = answers.stdout.splitlines()
if len(answers) != len(wires): sys.exit("%d answers to %d connections" % (len(answers), len(wires)))

stricter, counts = collections.Counter(), collections.Counter()
for wire, answer in zip(wires, answers):
    (ours, error), (theirs, their_error) = by_us(answer), by_h11(wire)
    counts["requests"] += len(theirs)
    same = ours == theirs[:len(ours)]
    reason = next((words for words in STRICTER if error and words in error), None)
    if same and len(ours) == len(theirs) and (error is None) == (their_error is None): counts["rejected" if error else "accepted"] += 1
    elif same and error is not None and reason: stricter[reason] += 1
    elif theirs == ours[:len(theirs)] and re.search(b"(^|\n)\r\n", wire) and their_error: counts["with empty lines"] += 1
    else:
        counts["wrong"] += 1
        print("WRONG %r\n  verbatim %s %s\n  h11      %s %s" % (wire, ours, error, theirs, their_error))
print("seed %d: %d connections with %d requests; %d accepted and %d rejected by both, %d by h11 alone for empty lines, %d wrong" % (
    options.seed, len(wires), counts["requests"], counts["accepted"], counts["rejected"], counts["with empty lines"], counts["wrong"]))
for reason, count in stricter.most_common(): print("  rejected by verbatim alone: %d times, %s: %s" % (count, reason, STRICTER[reason]))
if shutil.which("nginx"): counts["wrong"] += compare_with_nginx()
sys.exit(1 if counts["wrong"] or not wires else 0)
