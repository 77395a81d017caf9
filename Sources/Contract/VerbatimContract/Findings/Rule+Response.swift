import VerbatimHAR
import VerbatimJSON

// MARK: - The response without its body

extension Rule {
    package static let responseStatusUndocumented = Rule(
        "response-status-undocumented", .breaking, "the status is not declared",
        "the app does not handle it",
        "The operation declares neither the status nor its range (`4XX`) nor a `default`."
    ) {
        .check(
            .operation(["responses": ["200": ["description": "The books."]]]), RecordedExample(status: 404))
    }.showing(.status)
    package static let responseHeaderMissing = Rule(
        "response-header-missing", .breaking, "a required header is missing",
        "the app relies on it",
        "The contract declares the header with `required`, and the response lacks it."
    ) {
        .check(.response(["headers": ["ETag": ["required": true, "schema": ["type": "string"]]]]))
    }.showing(.headerLoss)
    package static let responseHeaderInvalid = Rule(
        "response-header-invalid", .breaking, "the value of a header violates its schema",
        "the app cannot read it",
        "The text of the header is read as the type of its schema, and validated."
    ) {
        .check(
            .response(["headers": ["X-Total": ["schema": ["type": "integer"]]]]),
            RecordedExample(headers: ["X-Total": "many"]))
    }.showing(.header)
    package static let responseMediaTypeMissing = Rule(
        "response-media-type-missing", .breaking, "the body has no media type",
        "the app cannot identify the format of the body",
        "The response has a body, but no `Content-Type`."
    ) { .check(.body(["type": "object"]), RecordedExample(body: #"{"title": "Emma"}"#)) }.showing(.mediaType)
    package static let responseMediaTypeUndocumented = Rule(
        "response-media-type-undocumented", .breaking, "the media type is not declared",
        "the app cannot read the format",
        "The `Content-Type` matches no media type of the response. A body of JSON is validated all the same."
    ) {
        .check(
            .body(["type": "object"]),
            RecordedExample(headers: ["Content-Type": "text/yaml"], body: "title: Emma"))
    }.showing(.mediaType)

    // MARK: The body

    package static let responseBodyMissing = Rule(
        "response-body-missing", .breaking, "the body is empty",
        "the app has nothing to read",
        "The contract declares content for the status, and the response has none. `x-optional-body` allows "
            + "that."
    ) {
        .check(.body(["type": "object"]), RecordedExample(headers: ["Content-Type": "application/json"]))
    }.showing(.bodyKind)
    package static let responseBodyUnexpected = Rule(
        "response-body-unexpected", .warning, "there is a body where none is declared",
        "the app ignores its content",
        "The contract declares the status without `content`, and the response has a body."
    ) {
        .check(
            .operation(["responses": ["204": ["description": "No books."]]]),
            RecordedExample(
                status: 204, headers: ["Content-Type": "application/json"], body: #"{"count": 0}"#))
    }
    package static let responseBodyUnreadable = Rule(
        "response-body-unreadable", .breaking, "the file of the body cannot be read",
        "a recording without its body proves nothing",
        "The archive names a file for the body that is missing or cannot be read, often because it was not "
            + "committed."
    ) {
        .files([
            (
                "Recordings/books/list.har",
                """
                {"log": {"version": "1.2", "creator": {"name": "verbatim", "version": "1"}, "entries": [
                  {"startedDateTime": "2026-11-21T10:00:00.000Z", "time": 1,
                   "request": {"method": "GET", "url": "https://api.example.com/books", "headers": []},
                   "response": {"status": 200, "headers": [
                     {"name": "Content-Type", "value": "application/json"}],
                    "content": {"size": 17, "mimeType": "application/json", "_file": "list/1.json"}}}]}}
                """
            )
        ])
    }
    package static let responseBodyKind = Rule(
        "response-body-kind", .breaking, "the body does not have its declared format",
        "the app cannot parse it",
        "The first bytes show another format than the contract declares: a page of HTML where JSON is "
            + "expected, or JSONP. An image of another type than declared is a warning."
    ) {
        .check(
            .body(["type": "object"]),
            RecordedExample(
                headers: ["Content-Type": "application/json"],
                body: "<!DOCTYPE html><html><body>Log in</body></html>"))
    }.showing(.bodyKind)
    package static let responseBodyMalformed = Rule(
        "response-body-malformed", .breaking, "the body cannot be parsed",
        "the app cannot parse it either",
        "The body is JSON or XML by its first bytes, but not well-formed. The finding has the location of the "
            + "first mistake."
    ) {
        .check(.body(["type": "object"]), .json(#"{"title": "Emma", "pages": many}"#))
    }.showing(.malformation)
    package static let responseBodyTruncated = Rule(
        "response-body-truncated", .breaking, "the body ends too early",
        "the app cannot parse what is left of it",
        "The body is JSON that ends within a value, often because the connection was cut. The finding has the "
            + "location of the end."
    ) { .check(.body(["type": "object"]), .json(#"{"title": "Emma", "pages":"#)) }.showing(.truncation)
    package static let responseBodyMark = Rule(
        "response-body-byte-order-mark", .warning, "JSON begins with a byte order mark",
        "servers must not send it, and parsers may refuse it",
        "The body begins with U+FEFF, which RFC 8259, section 8.1 forbids. The rest is checked as JSON."
    ) { .check(.body(["type": "object"]), .json("\u{FEFF}" + #"{"title": "Emma"}"#)) }.showing(.bodyKind)
    package static let responseBodySchema = Rule(
        "response-body-schema", .breaking, "the body violates its schema in another way",
        "the app relies on the schema",
        "The body as a whole, or a body that is not JSON, violates a keyword for which there is no other rule."
    ) {
        .check(
            .response(["content": ["text/plain": ["schema": ["type": "string", "maxLength": 5]]]]),
            RecordedExample(headers: ["Content-Type": "text/plain"], body: "too long"))
    }
    package static let responseItemsUndocumented = Rule(
        "response-items-undocumented", .warning, "the items of a sequence have no schema",
        "a change of them is not noticed",
        "The body is a stream of events, JSON Lines or a JSON text sequence, and its media type has no "
            + "`itemSchema`, nor `x-item-schema`. `infer` writes it. Until then, `check --coverage` does not "
            + "count the status."
    ) {
        .check(
            .response(["content": ["text/event-stream": [:]]]),
            RecordedExample(
                headers: ["Content-Type": "text/event-stream"], body: "data: {\"title\": \"Emma\"}"))
    }
}
