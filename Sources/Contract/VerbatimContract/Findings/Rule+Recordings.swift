import VerbatimJSON

// MARK: - Recordings

extension Rule {
    package static let recordingUnfinished = Rule(
        "recording-unfinished", .warning, "the publication of a recording was interrupted",
        "it is complete here, but git ignores the temporary names of its bodies",
        "A process that wrote the recording was killed. The next `record` puts it in order."
    ) {
        .files([
            (
                "Recordings/books/list.har",
                archive(
                    #""_obsolete": [],"#,
                    #""response": {"status": 204, "headers": [], "content": {"size": 0}}"#)
            )
        ])
    }.counted("recordings were not published completely")
    package static let recordingLogMismatch = Rule(
        "recording-log-mismatch", .warning, "the log of recordings has no day of a recording",
        "the day of the recording is uncertain",
        "`Recordings/refreshed.json` holds the day of each recording. A process that was killed "
            + "or a merge may leave it wrong; the next `record` corrects it."
    ) {
        .files([
            ("Recordings/refreshed.json", "{}"),
            (
                "Recordings/books/list.har",
                archive("", #""response": {"status": 204, "headers": [], "content": {"size": 0}}"#)
            ),
        ])
    }.counted("recordings have no day in the log")
    package static let recordingStale = Rule(
        "recording-stale", .warning, "a recording is older than allowed",
        "the API may respond differently by now",
        "Only `--max-age DAYS` reports it."
    ) {
        .files([
            ("Recordings/refreshed.json", #"{"books/list": "2024-01-31"}"#),
            (
                "Recordings/books/list.har",
                archive(
                    "", #""response": {"status": 204, "headers": [], "content": {"size": 0}}"#,
                    day: "2024-01-31")
            ),
        ])
    }.counted("recordings are older than the check allows")
    package static let recordingFromFake = Rule(
        "recording-from-fake", .info, "a recording was made against a fake provider",
        "it shows our assumptions, not the API",
        "The archive says that the origin of the responses was a local server."
    ) {
        .files([
            (
                "Recordings/books/list.har",
                archive(
                    #""_origin": "fake","#,
                    #""response": {"status": 204, "headers": [], "content": {"size": 0}}"#)
            )
        ])
    }.counted("recordings from fake providers show assumptions, not the APIs")

    private static func archive(_ log: String, _ entry: String, day: String = "2026-11-21") -> String {
        """
        {"log": {"version": "1.2", "creator": {"name": "verbatim", "version": "1"}, \(log) "entries": [
          {"startedDateTime": "\(day)T10:00:00.000Z", "time": 1,
           "request": {"method": "GET", "url": "https://api.example.com/books", "headers": []},
           \(entry)}]}}
        """
    }

    // MARK: What no recording shows

    package static let operationUnrecorded = Rule(
        "operation-unrecorded", .info, "no recording contains the operation",
        "nothing proves that the contract is correct",
        "`check --coverage` lists it. `x-recorded: false` says that the app does not use the operation."
    ) {
        .check(
            .document([
                "paths": [
                    "/books": ["get": ["operationId": "books.list"]],
                    "/authors": ["get": ["operationId": "authors.list"]],
                ]
            ]))
    }
    package static let statusUnrecorded = Rule(
        "status-unrecorded", .info, "no recording contains the status",
        "no test exercises how the app handles it",
        "`check --coverage` lists it, if the operation is recorded with other statuses."
    ) {
        .check(
            .operation([
                "responses": ["200": ["description": "The books."], "404": ["description": "No books."]]
            ]))
    }
    package static let parameterUnrecorded = Rule(
        "parameter-unrecorded", .info, "no recording contains the parameter",
        "its effect on the response is unknown",
        "`check --coverage` lists it, if the operation is recorded without it."
    ) { .check(.parameter(["name": "sort", "in": "query", "schema": ["type": "string"]])) }
    package static let propertyUnrecorded = Rule(
        "property-unrecorded", .info, "no recording contains the property",
        "nothing proves that the contract is correct",
        "`check --coverage` lists it, if the object is recorded without it."
    ) {
        .check(
            .body(["properties": ["title": ["type": "string"], "subtitle": ["type": "string"]]]),
            .json(#"{"title": "Emma"}"#))
    }
    package static let valueUnrecorded = Rule(
        "value-unrecorded", .info, "no recording contains the listed value",
        "it may be misspelled or obsolete",
        "`check --coverage` lists each value of `enum` and `x-known-values` that did not occur, if others did."
    ) { .check(.property("state", ["enum": ["new", "used"]]), .json(#"{"state": "new"}"#)) }
    package static let formatUnrecorded = Rule(
        "format-unrecorded", .info, "no recording contains a string of the format",
        "no test exercises how the app reads it",
        "`check --coverage` lists a `format` without a string, and each of `x-date-formats` that did not occur."
    ) {
        .check(
            .property("published", ["type": "string", "x-date-formats": ["yyyy", "yyyy-MM-dd"]]),
            .json(#"{"published": "1815"}"#))
    }
}
