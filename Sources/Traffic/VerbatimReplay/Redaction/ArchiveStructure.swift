import Foundation

/// The parts of a written archive that its format and its file names determine, whatever was recorded.
///
/// A secret that equals one of them, such as `search` in the path of a body, is no secret there. The writer
/// puts every property on its own line.
struct ArchiveStructure {
    private let har: Data
    private let files: Set<String>

    /// The names of properties whose values are numbers of ours.
    private static let numbers: Set = [
        "time", "send", "wait", "receive", "headersSize", "bodySize", "status", "size", "length", "code",
    ]
    /// The other names of properties, with the values that are constants of ours.
    private static let constants: [String: Set<String>] = [
        "log": [], "version": ["1.2", "1"], "creator": [], "name": ["verbatim"], "entries": [],
        "startedDateTime": [], "request": [], "method": [], "url": [], "httpVersion": ["HTTP/1.1"],
        "cookies": [], "headers": [], "value": [], "queryString": [], "postData": [], "mimeType": [],
        "text": [], "encoding": ["base64"], "_encoding": ["base64"], "params": [], "response": [],
        "statusText": [], "content": [], "redirectURL": [], "_error": [], "domain": ["NSURLErrorDomain"],
        "reason": [], "_origin": ["fake", "imported", "live"], "_file": [], "_layout": ["minified"],
        "_chunks": [],
        "cache": [], "timings": [],
    ]

    /// Creates the structure of an archive.
    ///
    /// - Parameters:
    ///   - har: The written bytes.
    ///   - files: The paths of the sidecar files.
    init(_ har: Data, files: [String]) {
        self.har = har
        self.files = Set(files)
    }

    /// Whether a part of the bytes is structure, and nothing that was recorded.
    func contains(_ range: Range<Int>) -> Bool {
        let newline = UInt8(ascii: "\n")
        let start = har[..<range.lowerBound].lastIndex(of: newline).map { $0 + 1 } ?? 0
        let end = har[range.lowerBound...].firstIndex(of: newline) ?? har.endIndex
        guard range.upperBound <= end else { return false }
        let line = String(decoding: har[start..<end], as: UTF8.self)
        let parts = line.split(separator: "\"", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].allSatisfy({ $0 == " " }), parts[2].hasPrefix(": ") else {
            return false
        }
        let name = String(parts[1])
        let nameEnd = start + parts[0].utf8.count + 1 + name.utf8.count
        if range.upperBound <= nameEnd {
            return Self.numbers.contains(name) || Self.constants[name] != nil
        }
        guard range.lowerBound > nameEnd else { return false }
        return isStructure(parts[2].dropFirst(2), of: name)
    }

    private func isStructure(_ value: Substring, of name: String) -> Bool {
        let value = value.last == "," ? value.dropLast() : value
        if Self.numbers.contains(name) { return value.allSatisfy { "0123456789.-+eE".contains($0) } }
        guard value.count > 1, value.first == "\"", value.last == "\"" else { return false }
        let text = String(value.dropFirst().dropLast()).replacing("\\/", with: "/")
        switch name {
        case "_file": return files.contains(text)
        case "startedDateTime": return text.count < 36 && text.allSatisfy { "0123456789-:.TZ+".contains($0) }
        default: return Self.constants[name]?.contains(text) == true
        }
    }
}
