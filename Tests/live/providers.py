"""The providers of the app as servers on 127.0.0.1, with TLS, which answer what the recordings have.

They send it as real servers do: compressed, in chunks, with cookies, by HTTP/1.0, or on connections that are
closed without notice. A fault changes an answer, as a provider, a proxy or a network does on a bad day.
"""
import email.utils, gzip, http.server, json, socket, socketserver, ssl, threading, zlib
from dataclasses import dataclass, field
from urllib.parse import parse_qsl, urlsplit

# The keys that the providers accept.
KEYS = {
    "FLICKR_API_KEY": "5ad09e1b7c3f4826b1d0e7a94c58f263",
    "GOOGLE_BOOKS_API_KEY": "AIzaSyRehearsal0fALiveRecording0f2026abc",
    "REQRES_API_KEY": "reqres_4f1d8a26c9b34e07a5d2",
}
# Every answer sets both; neither value may be in a recording.
SESSION = "Qm9va2Nhc2VTZXNzaW9uMTIz"
COOKIES = [
    f"sid={SESSION}; Path=/; Secure; HttpOnly; SameSite=None",
    f"old={SESSION}Old; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT",
]
# The fields that belong to the transfer and not to what is transferred.
TRANSFER = {"connection", "content-encoding", "content-length", "date", "keep-alive", "set-cookie", "transfer-encoding"}
# The scenarios about keys: their answers are those to a request without the right key.
KEY_SCENARIOS = {("flickr", "invalid-key"), ("google-books", "refused-key"), ("reqres", "missing-key")}


@dataclass(frozen=True)
class Request:
    method: str
    url: str
    headers: dict = field(default_factory=dict)
    body: bytes = b""

    @property
    def host(self):
        return urlsplit(self.url).hostname

    @property
    def path(self):
        return urlsplit(self.url).path

    @property
    def key(self):
        """The key that is sent, or None."""
        items = dict(parse_qsl(urlsplit(self.url).query, keep_blank_values=True))
        return items.get("api_key") or items.get("key") or self.headers.get("x-api-key") or self.headers.get(
            "x-goog-api-key")

    @property
    def content(self):
        """What is sent, and the part of the resource that is asked for."""
        return self.body, self.headers.get("range")

    @property
    def resource(self):
        """What a request asks for, without its key."""
        parts = urlsplit(self.url)
        items = sorted(item for item in parse_qsl(parts.query, keep_blank_values=True) if item[0] != "api_key")
        return self.method, parts.hostname, parts.path, tuple(items)


@dataclass(frozen=True)
class Answer:
    status: int
    headers: tuple = ()
    body: bytes = b""
    # The part of the body that is sent before the connection is closed.
    share: float = 1

    @property
    def is_image(self):
        return any(name.lower() == "content-type" and value.startswith("image/") for name, value in self.headers)


def page(status, text, *headers):
    return Answer(status, (("Content-Type", "text/html; charset=UTF-8"), *headers), text.encode())


def document(status, value, *headers):
    return Answer(
        status, (("Content-Type", "application/json; charset=UTF-8"), *headers), json.dumps(value).encode())


class Catalogue:
    """The answers of some recordings.

    names: the scenarios (`itunes/search-all`) that are asked live.
    """

    def __init__(self, recordings, names):
        self.names, self.answers, self.refusals, self.hosts = names, {}, {}, set()
        for name in names:
            api, scenario = name.split("/")
            table = self.refusals if (api, scenario) in KEY_SCENARIOS else self.answers
            for request, answer in exchanges(recordings / f"{name}.har"):
                table.setdefault(request.resource, []).append((request, answer))
                self.hosts.add(request.host)
        # Every way of a transfer is used, and the same one for the same resource.
        self.order = {resource: index for index, resource in enumerate(sorted(self.answers))}

    def answer(self, request):
        # reqres.in requires a key; a wrong one is refused everywhere.
        known = request.key in (None, *KEYS.values()) and (request.host != "reqres.in" or request.key)
        table = self.answers if known or request.resource not in self.refusals else self.refusals
        candidates = table.get(request.resource)
        if not candidates:
            return page(404, "<!DOCTYPE html><html><title>Not Found</title><h1>Not Found</h1></html>")
        same = [answer for asked, answer in candidates if asked.content == request.content]
        return (same or [answer for _, answer in candidates])[0]


def exchanges(archive):
    """The requests and answers of a recording; without those that have no answer."""
    for entry in json.loads(archive.read_text(encoding="utf-8"))["log"]["entries"]:
        request, response = entry["request"], entry["response"]
        content = response["content"]
        if file := content.get("_file"):
            body = (archive.parent / file).read_bytes()
            if content.get("_layout") == "minified":
                body = minified(body)
        else:
            body = content.get("text", "").encode()
        headers = [(header["name"], header["value"]) for header in response["headers"]]
        posted = request.get("postData", {}).get("text", "").encode()
        yield (
            Request(
                request["method"], request["url"],
                {header["name"].lower(): header["value"] for header in request["headers"]}, posted),
            Answer(response["status"], tuple(item for item in headers if item[0].lower() not in TRANSFER), body))


def minified(body):
    """A JSON text without the spaces and line breaks between its tokens."""
    text, within, escaped = [], False, False
    for character in body.decode():
        if within:
            within = escaped or character != '"'
            escaped = not escaped and character == "\\"
        elif character.isspace():
            continue
        else:
            within = character == '"'
        text.append(character)
    return "".join(text).encode()


# Transfers

def brotli(body):
    """A Brotli stream of blocks that are not compressed: RFC 7932, section 9.2."""
    stream = b""
    for start in range(0, len(body), 1 << 16):
        block = body[start:start + (1 << 16)]
        # Not the last block, 4 digits of its length, and that it is not compressed, after the window's size.
        bits = (len(block) - 1) << 3 | 1 << 19
        stream += (bits << 1 if start == 0 else bits).to_bytes(3, "little") + block
    return stream + b"\x03"


def zstandard(body):
    """A frame of Zstandard with blocks that are not compressed: RFC 8878, section 3.1."""
    frame = b"\x28\xb5\x2f\xfd\xa0" + len(body).to_bytes(4, "little")
    for start in range(0, len(body), 1 << 17):
        block = body[start:start + (1 << 17)]
        is_last = start + len(block) == len(body)
        frame += (len(block) << 3 | is_last).to_bytes(3, "little") + block
    return frame


CODINGS = {"gzip": gzip.compress, "deflate": zlib.compress, "br": brotli, "zstd": zstandard}
# A content coding and a way to end a body.
TRANSFERS = [
    ("gzip", "length"), ("br", "length"), ("gzip", "chunks"), (None, "chunks"), ("deflate", "length"),
    (None, "http/1.0"), ("zstd", "chunks"), (None, "cut"),
]


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def respond(self):
        providers = self.server.providers
        scheme = "https" if self.server.context else "http"
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        if self.headers.get("Transfer-Encoding", "").lower() == "chunked":
            body = self.read_chunks()
        request = Request(
            self.command, f"{scheme}://{self.headers['Host']}{self.path}",
            {name.lower(): value for name, value in self.headers.items()}, body)
        answer = providers.answer(request)
        if answer is None:
            # Until the client closes the connection.
            self.connection.recv(1)
            self.close_connection = True
        else:
            self.send(answer, request)

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = do_HEAD = respond

    def read_chunks(self):
        body = b""
        while size := int(self.rfile.readline().split(b";")[0], 16):
            body += self.rfile.read(size)
            self.rfile.readline()
        self.rfile.readline()
        return body

    def send(self, answer, request):
        providers = self.server.providers
        coding, ending = providers.transfer(request, answer)
        asked = request.headers.get("accept-encoding", "")
        coding = coding if coding and coding in asked and answer.body and not answer.is_image else None
        providers.transfers.add((coding, ending))
        body = CODINGS[coding](answer.body) if coding else answer.body
        headers = [*answer.headers, ("Date", email.utils.formatdate(usegmt=True))]
        headers += [("Set-Cookie", cookie) for cookie in COOKIES]
        if coding:
            headers.append(("Content-Encoding", coding))
        has_body = request.method != "HEAD" and answer.status not in (204, 304)
        if has_body and ending == "chunks":
            headers.append(("Transfer-Encoding", "chunked"))
            parts = [body[start:start + 1000] for start in range(0, len(body), 1000)]
            body = b"".join(b"%x\r\n%b\r\n" % (len(part), part) for part in parts) + b"0\r\n\r\n"
        elif has_body and ending != "http/1.0":
            headers.append(("Content-Length", str(len(body))))
        version = "HTTP/1.0" if ending == "http/1.0" else "HTTP/1.1"
        lines = [f"{version} {answer.status} {http.HTTPStatus(answer.status).phrase}"]
        head = "\r\n".join(lines + [f"{name}: {value}" for name, value in headers]) + "\r\n\r\n"
        self.wfile.write(head.encode("latin-1") + (body[:int(len(body) * answer.share)] if has_body else b""))
        self.close_connection = ending in ("http/1.0", "cut") or answer.share < 1


class Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, port, context, providers):
        self.context, self.providers = context, providers
        super().__init__(("127.0.0.1", port), Handler)

    def finish_request(self, request, address):
        """In the thread of the connection, which alone waits for its handshake."""
        if self.context:
            request = self.context.wrap_socket(request, server_side=True)
        super().finish_request(request, address)
        try:
            request.shutdown(socket.SHUT_WR)
        finally:
            request.close()

    def handle_error(self, request, address):
        """A client that refuses the certificate, or closes the connection, is expected."""


class Providers:
    """The servers while they run, on the ports of HTTP and HTTPS.

    answer: a function of a request that returns its answer, or None to send nothing.
    certificate: the file with the certificate and its key.
    """

    def __init__(self, catalogue, certificate, answer=None):
        self.catalogue, self.fault = catalogue, answer
        self.requests, self.transfers = [], set()
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)
        self.servers = [Server(443, context, self), Server(80, None, self)]

    def answer(self, request):
        self.requests.append(request)
        answer = self.catalogue.answer(request)
        return self.fault(request, answer) if self.fault else answer

    def transfer(self, request, answer):
        """How an answer is sent; a fault is sent in the plainest way."""
        index = self.catalogue.order.get(request.resource)
        return (None, "length") if self.fault or index is None else TRANSFERS[index % len(TRANSFERS)]

    def __enter__(self):
        for server in self.servers:
            threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        return self

    def __exit__(self, *_):
        for server in self.servers:
            server.shutdown()
            server.server_close()
