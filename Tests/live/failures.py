"""What goes wrong on a bad day."""
from dataclasses import dataclass, field, replace
from typing import Callable

from providers import KEYS, Answer, document, page

WRONG = "0123456789abcdef0123456789abcdef"


@dataclass(frozen=True)
class Failure:
    """A failure, and the scenario that is recorded while it lasts."""
    name: str
    scenario: str
    # What a request gets in place of its answer; None for silence.
    answer: Callable = lambda request, answer: answer
    certificate: str = "valid"
    resolves: bool = True
    keys: dict = field(default_factory=lambda: KEYS)
    # Repeats take time and change nothing; one failure shows them.
    retries: int = 0


def without(name):
    return {other: key for other, key in KEYS.items() if other != name}


def always(answer):
    return lambda request, _: answer


def google(code, reason, message):
    """An error of Google, in its form."""
    error = {"message": message, "domain": "usageLimits", "reason": reason}
    return document(code, {"error": {"code": code, "message": message, "errors": [error]}})


def moved(request, answer):
    """An image that has moved to a host of HTTP, from which all moves to HTTPS."""
    if "moved" in request.url:
        return answer
    return Answer(302, (("Location", request.url.replace("https:", "http:") + "?moved"),))


QUOTA = google(429, "rateLimitExceeded", "Quota exceeded for quota metric 'Queries' of service 'books.googleapis.com'.")
DISABLED = google(403, "accessNotConfigured", "Books API has not been used in project 1 before or it is disabled.")
BACKEND = google(503, "backendFailed", "Service temporarily unavailable.")
REFUSED_KEY = google(400, "badRequest", "API key not valid. Please pass a valid API key.")
NO_KEY = document(401, {"error": "missing_api_key", "message": "The x-api-key header is required for this endpoint."})
BOT_WALL = page(
    403, "<!DOCTYPE html><html><head><title>Just a moment...</title></head></html>", ("cf-mitigated", "challenge"))
PORTAL = page(200, "<!DOCTYPE html><html><head><title>Welcome to the airport</title></head></html>")
INVALID_KEY = document(200, {"stat": "fail", "code": 100, "message": "Invalid API Key (Key has invalid format)"})
UNAVAILABLE = document(200, {"stat": "fail", "code": 105, "message": "Service currently unavailable"})

# In the order of the article.
FAILURES = [
    Failure("no key: Flickr", "flickr/recent-photos", keys=without("FLICKR_API_KEY")),
    Failure("an empty key: Flickr", "flickr/recent-photos", keys={**KEYS, "FLICKR_API_KEY": ""}),
    Failure("a wrong key: Flickr", "flickr/recent-photos", always(INVALID_KEY), keys={**KEYS, "FLICKR_API_KEY": WRONG}),
    Failure("no key: reqres.in", "reqres/one-user", always(NO_KEY), keys=without("REQRES_API_KEY")),
    Failure("no key: Google Books", "google-books/odd-volumes", always(QUOTA), keys=without("GOOGLE_BOOKS_API_KEY")),
    Failure(
        "a wrong key: Google Books", "google-books/odd-volumes", always(REFUSED_KEY),
        keys={**KEYS, "GOOGLE_BOOKS_API_KEY": WRONG}),
    Failure("the Books API is not enabled", "google-books/odd-volumes", always(DISABLED)),
    Failure("429 without `Retry-After`", "google-books/odd-volumes", always(QUOTA)),
    Failure(
        "429 with `Retry-After`", "reqres/one-user", always(document(429, {}, ("Retry-After", "1"))), retries=1),
    Failure("500", "google-books/odd-volumes", always(google(500, "backendError", "Internal error."))),
    Failure("503", "google-books/odd-volumes", always(BACKEND)),
    Failure("iTunes throttles: 403, empty", "itunes/search-nothing", always(Answer(403))),
    Failure("Flickr is busy: `stat=fail` 105", "flickr/recent-photos", always(UNAVAILABLE)),
    Failure("a bot wall: 403, HTML", "reqres/list-users", always(BOT_WALL)),
    Failure("a captive portal: 200, HTML", "itunes/search-nothing", always(PORTAL)),
    Failure("an image that moved, by way of HTTP", "flickr/missing-image", moved),
    Failure("an expired certificate", "reqres/one-user", certificate="expired"),
    Failure("an unknown authority", "reqres/one-user", certificate="unknown"),
    Failure("a certificate of another host", "reqres/one-user", certificate="other host"),
    Failure("no such host", "reqres/one-user", resolves=False),
    Failure("no answer", "reqres/one-user", always(None)),
    Failure("half a body", "reqres/one-user", lambda request, answer: replace(answer, share=0.5)),
]
