import VerbatimJSON

/// The fields of a form whose values are parts of the body.
///
/// https://www.rfc-editor.org/rfc/rfc7578
enum MultipartForm {
    /// Returns the names of the fields with their texts, in order; nil in place of the contents of a file.
    static func fields(in bytes: [UInt8]) -> [(name: String, value: String?)] {
        var fields: [(name: String, value: String?)] = []
        var (delimiter, head, lines) = (ArraySlice<UInt8>?.none, ""[...], [String]?.none)
        for line in bytes.split(separator: 0x0a, omittingEmptySubsequences: false) {
            let text = line.last == 0x0d ? line.dropLast() : line
            guard delimiter.map({ !text.starts(with: $0) }) ?? !text.starts(with: "--".utf8) else {
                if let lines, let field = field(head, lines) { fields.append(field) }
                (delimiter, head, lines) = (delimiter ?? text, "", nil)
                continue
            }
            if lines != nil {
                lines?.append(String(decoding: text, as: UTF8.self))
            } else if text.isEmpty {
                lines = []
            } else {
                head += String(decoding: text, as: UTF8.self) + "\n"
            }
        }
        return fields
    }

    private static func field(_ head: Substring, _ lines: [String]) -> (name: String, value: String?)? {
        let disposition = /(?i)content-disposition:[^\n]*/
        guard let field = head.firstMatch(of: disposition)?.output,
            let name = field.firstMatch(of: /(?i);\s*name="?([^";]+)"?/)?.output.1
        else { return nil }
        let isFile = field.contains(/(?i);\s*filename\*?=/)
        return (String(name), isFile ? nil : lines.joined(separator: "\n"))
    }
}
