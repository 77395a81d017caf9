/// Findings about the values of a property.
extension ModelCase {
    static let values = [
        ModelCase(
            testDescription: "closed enumeration over an open set",
            schema: #""properties": {"size": {"type": "string", "x-known-values": ["small", "large"]}}"#,
            bodies: [#"{"size": "small"}"#, "{}"], model: binding(Sized.self),
            expected: """
                model-enum-closed: '/size' is allowed to have new values by the contract, Sized.size expects Size?
                  at Photos.swift:3:20, Contracts/photos.json:5:29
                  next: add a case for unknown values to the type of `Sized.size`, or close the set with 'enum' in Contracts/photos.json:5:29, and run `verbatim models photos`

                """),
        ModelCase(
            testDescription: "closed enumeration over a closed set",
            schema: #""properties": {"size": {"enum": ["small", "large"]}}"#,
            bodies: [#"{"size": "small"}"#, "{}"], model: binding(Sized.self), expected: ""),
        ModelCase(
            testDescription: "any number, decoded as an integer",
            schema: #""required": ["count"], "properties": {"count": {"type": "number"}}"#,
            bodies: [#"{"count": 3}"#], model: binding(Counted.self),
            expected: """
                model-type-too-narrow: '/count' is allowed to be 3.5 by the contract, Counted.count expects Int
                  at Photos.swift:5:22, Contracts/photos.json:5:53
                  next: restrict the schema in Contracts/photos.json:5:53 to the values that `Counted.count` accepts, or let it accept more, and run `verbatim models photos`

                """),
        ModelCase(
            testDescription: "any string, decoded as a URL",
            schema: #""required": ["link"], "properties": {"link": {"type": ["string", "integer"]}}"#,
            bodies: [#"{"link": "https://a.test"}"#], model: binding(Linked.self),
            expected: """
                model-type-too-narrow: '/link' is allowed to be 1 by the contract, Linked.link expects URL
                  at Photos.swift:4:21, Contracts/photos.json:5:51
                  next: restrict the schema in Contracts/photos.json:5:51 to the values that `Linked.link` accepts, or let it accept more, and run `verbatim models photos`

                """),
        ModelCase(
            testDescription: "a number near the limit of its type",
            schema:
                #""required": ["levels"], "properties": {"levels": {"type": "array", "items": {"type": "integer", "maximum": 127}}}"#,
            bodies: [#"{"levels": [1, 64, -63]}"#], model: binding(Levelled.self),
            expected: """
                model-integer-near-limit: '/levels' is the number 64, Levelled.levels expects [Int8], which represents -128 to 127
                  at Recordings/photos/get/1.json:1:16, Contracts/photos.json:5:55
                  next: declare `Levelled.levels` as a wider integer or a String, and run `verbatim models photos`

                """),
        ModelCase(
            testDescription: "a number that needs more than 32 bits",
            schema: #""required": ["count"], "properties": {"count": {"type": "integer"}}"#,
            bodies: [#"{"count": 4294967296}"#], model: binding(Counted.self),
            expected: """
                model-integer-32-bits: '/count' is the number 4294967296, Counted.count expects Int, which may have 32 bits
                  at Recordings/photos/get/1.json:1:11, Contracts/photos.json:5:53
                  next: declare `Counted.count` as Int64 if the app runs on Apple Watch, and run `verbatim models photos`

                """),
        ModelCase(
            testDescription: "a date with a fraction",
            schema:
                #""required": ["taken"], "properties": {"taken": {"type": "string", "format": "date-time"}}"#,
            bodies: [#"{"taken": "2024-01-02T03:04:05.678Z"}"#], model: binding(Dated.self),
            expected: """
                model-date-older-systems: '/taken' is the string "2024-01-02T03:04:05.678Z", Dated.taken expects Date by iso8601, which rejects fractions before iOS 26, macOS 26 and Swift 6.2 on Linux
                  at Recordings/photos/get/1.json:1:11, Contracts/photos.json:5:53
                  next: decode dates with a custom strategy that accepts both forms, or set 'x-date-profile' in Contracts/photos.json:5:53, and run `verbatim models photos`

                """),
        ModelCase(
            testDescription: "a date that may have a fraction",
            schema:
                #""required": ["taken"], "properties": {"taken": {"type": "string", "format": "date-time"}}"#,
            bodies: [#"{"taken": "2024-01-02T03:04:05Z"}"#], model: binding(Dated.self),
            expected: """
                model-date-fraction-allowed: '/taken' is allowed to have a fraction by the contract, Dated.taken expects Date by iso8601, which rejects fractions before iOS 26, macOS 26 and Swift 6.2 on Linux
                  at Photos.swift:7:20, Contracts/photos.json:5:53
                  next: decode dates with a custom strategy that accepts both forms, or set 'x-date-profile' in Contracts/photos.json:5:53, and run `verbatim models photos`

                """),
    ]
}
