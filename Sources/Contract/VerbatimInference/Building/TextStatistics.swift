import VerbatimJSON

/// The values of a parameter or of a form field, which are text, and the schema that all of them satisfy.
struct TextStatistics {
    /// The number of messages that have the name.
    private(set) var messages = 0
    private var isList = false
    private var count = 0
    private var integers = 0
    private var decimals = 0
    private var booleans = 0
    private let recorder = ShapeRecorder()

    /// More digits do not fit every integer type.
    private static let digitLimit = 18

    /// Adds the decoded values that one message has.
    mutating func add(_ values: [String]) {
        messages += 1
        if values.count > 1 { isList = true }
        for value in values {
            count += 1
            if value == "true" || value == "false" { booleans += 1 }
            if Self.isInteger(value) { integers += 1 }
            if Self.isDecimal(value) { decimals += 1 }
            recorder.beginResponse()
            if let json = try? JSON(parsing: JSONValue.string(value).text(.compact)) { recorder.add(json) }
        }
    }

    /// The schema of the value.
    var schema: JSONObject { isList ? ["type": "array", "items": .object(element)] : element }

    private var element: JSONObject {
        guard count > 0 else { return ["type": "string"] }
        if integers == count { return ["type": "integer"] }
        if integers + decimals == count { return ["type": "number"] }
        if booleans == count { return ["type": "boolean"] }
        var schema: JSONObject = ["type": "string"]
        if let format = recorder.shape.strings.format { schema["format"] = .string(format) }
        return schema
    }

    private static func isInteger(_ text: String) -> Bool {
        let digits = text.utf8.drop { $0 == UInt8(ascii: "-") }
        return text.utf8.count - digits.count < 2 && !digits.isEmpty && digits.count <= digitLimit
            && digits.allSatisfy(\.isDigit)
            && (digits.first != UInt8(ascii: "0") || digits.count == 1)
    }

    private static func isDecimal(_ text: String) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 2 && isInteger(String(parts[0])) && !parts[1].isEmpty
            && parts[1].utf8.count <= digitLimit && parts[1].utf8.allSatisfy(\.isDigit)
    }
}
