import VerbatimHAR
import VerbatimJSON

// MARK: - The contract, and the interaction as a whole

extension Rule {
    package static let contractProblem = Rule(
        "contract-problem", .warning, "a part of the contract cannot be understood",
        "nothing that depends on it is checked",
        "An unresolved reference, an invalid pattern or an unknown format switches off what depends on it. "
            + "With `--strict` it is an error."
    ) { .check(.property("title", ["type": "string", "pattern": "[A-Z"]), .json(#"{"title": "Emma"}"#)) }
    package static let apiUndocumented = Rule(
        "api-undocumented", .info, "no contract has the server",
        "archives of other tools contain traffic of other services",
        "The URL of the request begins with none of the `servers` of any contract. The interaction is counted, "
            + "not checked."
    ) {
        .check(
            .document(["servers": [["url": "https://api.example.com"]]]),
            RecordedExample("GET", "https://ads.example.org/pixel", status: 204))
    }
    package static let trafficUnmatched = Rule(
        "traffic-unmatched", .warning, "no request belongs to a contract",
        "nothing was checked",
        "All requests are to servers of no contract: to a local one, whose traffic `--server URL` checks, or to "
            + "other services. Nothing that was checked is broken, but a check of nothing does not succeed."
    ) {
        .files([
            (
                "Recordings/proxy/list.har",
                """
                {"log": {"version": "1.2", "creator": {"name": "verbatim", "version": "1"}, "entries": [
                  {"startedDateTime": "2026-11-21T10:00:00.000Z", "time": 1,
                   "request": {"method": "GET", "url": "http://localhost:8080/books", "headers": []},
                   "response": {"status": 204, "headers": [], "content": {"size": 0}}}]}}
                """
            )
        ])
    }
    package static let operationUndocumented = Rule(
        "operation-undocumented", .breaking, "the contract has no such operation",
        "the app relies on an operation without any guarantee",
        "The server is that of a contract, but no path and method of it match the request. The finding names "
            + "the closest operations. It is a warning if the status (404, 405, 501) says that the server has "
            + "no such operation either."
    ) { .check(.plain, RecordedExample("DELETE", "/books/7", status: 204)) }
    package static let transportFailed = Rule(
        "transport-failed", .warning, "there is no complete response",
        "a missing response cannot be checked",
        "The recording contains the error of the connection, such as a timeout, in place of a response."
    ) { .check(.plain, RecordedExample(status: nil)) }

    package static let deprecatedOperationUsed = Rule(
        "deprecated-operation-used", .info, "an operation is used although it is deprecated",
        "it still works, but is going to be removed",
        "The contract has `deprecated: true`, and a recording has the operation. It is reported once for an "
            + "operation."
    ) { .check(.operation(["deprecated": true])) }
    package static let deprecatedParameterUsed = Rule(
        "deprecated-parameter-used", .info, "a parameter is sent although it is deprecated",
        "it still works, but is going to be removed",
        "The parameter has `deprecated: true` in the contract, and a recorded request has it. It is reported once "
            + "for a parameter of the contract."
    ) {
        .check(
            .parameter(["name": "page", "in": "query", "deprecated": true, "schema": ["type": "integer"]]),
            RecordedExample("GET", "/books?page=2"))
    }
    package static let deprecatedPropertyUsed = Rule(
        "deprecated-property-used", .info, "a property occurs although it is deprecated",
        "it still works, but is going to be removed",
        "The property has `deprecated: true` in the contract, and a recorded body has it. It is reported once for "
            + "a property of the contract."
    ) { .check(.property("pages", ["type": "integer", "deprecated": true]), .json(#"{"pages": 474}"#)) }
    package static let deprecationAnnounced = Rule(
        "deprecation-announced", .info, "a response announces that its operation is deprecated",
        "the operation works as before, and there is time to replace it",
        "The response has the header `Deprecation` of RFC 9745. The finding has the day, past or future, and is "
            + "reported once for an operation."
    ) { .check(.plain, RecordedExample(headers: ["Deprecation": "@1767225600"])) }
    package static let sunsetAnnounced = Rule(
        "sunset-announced", .warning, "a response announces the end of its operation",
        "requests are going to fail, without any change of the app; info until 90 days before",
        "The response has the header `Sunset` of RFC 8594. The finding has the day and is reported once for an "
            + "operation. It is not breaking: a check that no one changed must not fail on that day, and what "
            + "fails is seen when it is recorded."
    ) { .check(.plain, RecordedExample(headers: ["Sunset": "Sat, 31 Jan 2026 23:59:59 GMT"])) }

    // MARK: The request

    package static let requestParameterMissing = Rule(
        "request-parameter-missing", .warning, "a required parameter is missing",
        "the API may reject the request or respond differently",
        "The contract declares the parameter with `required`, and the app did not send it. Requests that the "
            + "API refused with a status of 4xx are not held to this rule."
    ) { .check(.parameter(["name": "q", "in": "query", "required": true, "schema": ["type": "string"]])) }
    package static let requestParameterInvalid = Rule(
        "request-parameter-invalid", .warning, "the value of a parameter violates its schema",
        "the API may reject the request or respond differently",
        "The value of a query, path, header or cookie parameter is read as its `style` says, and validated."
    ) {
        .check(
            .parameter(["name": "page", "in": "query", "schema": ["type": "integer", "minimum": 1]]),
            RecordedExample("GET", "/books?page=0"))
    }
    package static let requestParameterUndocumented = Rule(
        "request-parameter-undocumented", .info, "a query parameter is not declared",
        "the API may ignore it, or the contract is incomplete",
        "The URL has a query item that the operation does not declare. A misspelled parameter shows up here."
    ) {
        .check(
            .parameter(["name": "limit", "in": "query", "schema": ["type": "integer"]]),
            RecordedExample("GET", "/books?limitt=5"))
    }
    package static let requestSecurityMissing = Rule(
        "request-security-missing", .warning, "no required credential is sent",
        "the API may reject the request",
        "The request satisfies none of the alternatives of `security`. A redacted credential counts as sent."
    ) {
        .check(
            .document([
                "security": [["key": []]],
                "components": ["securitySchemes": ["key": ["type": "apiKey", "in": "query", "name": "key"]]],
            ]))
    }
    package static let requestBodyMissing = Rule(
        "request-body-missing", .warning, "a required body is missing",
        "the API may reject the request",
        "The operation declares its body with `required`, and the request has none."
    ) { .check(.operation(["requestBody": ["required": true, "content": ["application/json": [:]]]])) }
    package static let requestMediaTypeUndocumented = Rule(
        "request-media-type-undocumented", .warning, "the media type of the request is not declared",
        "the API may not read the body",
        "The `Content-Type` of the request matches no media type of the `requestBody`."
    ) {
        .check(
            .operation(["requestBody": ["content": ["application/json": [:]]]]),
            RecordedExample(sent: ["Content-Type": "text/csv"], form: "title,Emma"))
    }
    package static let requestBodyInvalid = Rule(
        "request-body-invalid", .warning, "the body of the request violates its schema",
        "the API may reject the request",
        "A body of JSON, XML or a form that the app sent is validated against the schema of its media type."
    ) {
        .check(
            .operation([
                "requestBody": [
                    "content": ["application/json": ["schema": ["properties": ["pages": ["minimum": 1]]]]]
                ]
            ]), RecordedExample(sent: ["Content-Type": "application/json"], form: #"{"pages": 0}"#))
    }
}
