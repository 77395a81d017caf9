import VerbatimJSON
import VerbatimReplay

extension OutputRedactor {
    /// Returns a redacted JSON text, which is JSON as well.
    ///
    /// A secret of digits can occur in a number. That number becomes the number of the placeholder.
    func redactJSON(_ text: String) -> String {
        let redacted = redact(text)
        guard redacted != text, (try? JSON(parsing: Array(redacted.utf8))) == nil,
            let value = try? JSON(parsing: Array(text.utf8)).value
        else { return redacted }
        return redacting(value).text(.pretty) + (text.hasSuffix("\n") ? "\n" : "")
    }

    private func redacting(_ value: JSONValue) -> JSONValue {
        switch value {
        case .null, .bool: value
        case .number(let number): redacting(number)
        case .string(let string): .string(redact(string))
        case .array(let elements): .array(elements.map(redacting))
        case .object(let object):
            .object(JSONObject(object.members.map { (redact($0.name), redacting($0.value)) }))
        }
    }

    private func redacting(_ number: JSONNumber) -> JSONValue {
        let redacted = redact(number.text)
        guard redacted != number.text else { return .number(number) }
        let digits = redacted.reversed().prefix { $0.isASCII && $0.isNumber }.reversed()
        return .number(JSONNumber(Int(String(digits)) ?? 0))
    }
}
