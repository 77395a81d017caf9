/// What a member may be.
extension ModelCase {
    static let values = [
        ModelCase(
            testDescription: "closed enumeration over an open set",
            schema: #""properties": {"size": {"type": "string", "x-known-values": ["small", "large"]}}"#,
            bodies: [#"{"size": "small"}"#, "{}"], model: binding(Sized.self),
            expected: """
                model-enum-closed: '/size' is open to new values by the contract, such as "verbatim", Sized.size wants Size?
                  at Photos.swift:3:20, Contracts/photos.json:5:29
                  next: give `Sized.size` a case for values that are not known, or close the set with 'enum' in Contracts/photos.json:5:29, and run `make models API=photos`

                """),
        ModelCase(
            testDescription: "closed enumeration over a closed set",
            schema: #""properties": {"size": {"enum": ["small", "large"]}}"#,
            bodies: [#"{"size": "small"}"#, "{}"], model: binding(Sized.self), expected: ""),
        ModelCase(
            testDescription: "a number of any kind, read as an integer",
            schema: #""required": ["count"], "properties": {"count": {"type": "number"}}"#,
            bodies: [#"{"count": 3}"#], model: binding(Counted.self),
            expected: """
                model-form-unpromised: '/count' is allowed to be 3.5 by the contract, Counted.count wants Int
                  at Photos.swift:5:22, Contracts/photos.json:5:53
                  next: say in Contracts/photos.json:5:53 what `Counted.count` relies on, or let it read more, and run `make models API=photos`

                """),
        ModelCase(
            testDescription: "any string, read as a URL",
            schema: #""required": ["link"], "properties": {"link": {"type": ["string", "integer"]}}"#,
            bodies: [#"{"link": "https://a.test"}"#], model: binding(Linked.self),
            expected: """
                model-form-unpromised: '/link' is allowed to be 1 by the contract, Linked.link wants URL
                  at Photos.swift:4:21, Contracts/photos.json:5:51
                  next: say in Contracts/photos.json:5:51 what `Linked.link` relies on, or let it read more, and run `make models API=photos`

                """),
        ModelCase(
            testDescription: "a number near the end of its type",
            schema:
                #""required": ["levels"], "properties": {"levels": {"type": "array", "items": {"type": "integer", "maximum": 127}}}"#,
            bodies: [#"{"levels": [1, 64, -63]}"#], model: binding(Levelled.self),
            expected: """
                model-integer-near-limit: '/levels' is the number 64, Levelled.levels wants [Int8], which holds -128 to 127
                  at Recordings/photos/get/1.json:1:16, Contracts/photos.json:5:55
                  next: let `Levelled.levels` be a wider integer, or a String, and run `make models API=photos`

                """),
        ModelCase(
            testDescription: "a number that needs more than 32 bits",
            schema: #""required": ["count"], "properties": {"count": {"type": "integer"}}"#,
            bodies: [#"{"count": 4294967296}"#], model: binding(Counted.self),
            expected: """
                model-integer-32-bits: '/count' is the number 4294967296, Counted.count wants Int, which may have 32 bits
                  at Recordings/photos/get/1.json:1:11, Contracts/photos.json:5:53
                  next: let `Counted.count` be an Int64 if the app runs on watches, and run `make models API=photos`

                """),
        ModelCase(
            testDescription: "a date with a fraction",
            schema:
                #""required": ["taken"], "properties": {"taken": {"type": "string", "format": "date-time"}}"#,
            bodies: [#"{"taken": "2024-01-02T03:04:05.678Z"}"#], model: binding(Dated.self),
            expected: """
                model-date-older-systems: '/taken' is the string "2024-01-02T03:04:05.678Z", Dated.taken wants Date by iso8601, which before Swift 6.2 takes no fraction
                  at Recordings/photos/get/1.json:1:11, Contracts/photos.json:5:53
                  next: decode dates by a strategy of the app's own that takes both forms, or say 'x-date-profile' in Contracts/photos.json:5:53, and run `make models API=photos`

                """),
        ModelCase(
            testDescription: "a date that may have a fraction",
            schema:
                #""required": ["taken"], "properties": {"taken": {"type": "string", "format": "date-time"}}"#,
            bodies: [#"{"taken": "2024-01-02T03:04:05Z"}"#], model: binding(Dated.self),
            expected: """
                model-date-fraction-allowed: '/taken' is allowed to have a fraction by the contract, Dated.taken wants Date by iso8601, which before Swift 6.2 takes no fraction
                  at Photos.swift:7:20, Contracts/photos.json:5:53
                  next: decode dates by a strategy of the app's own that takes both forms, or say 'x-date-profile' in Contracts/photos.json:5:53, and run `make models API=photos`

                """),
    ]
}
