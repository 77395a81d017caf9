import Foundation
import VerbatimHAR
import VerbatimJSON

/// Finds the beginnings of secrets that excerpts have cut: `5ec4e7c0ff…`.
struct SecretExcerpts: Sendable {
    /// The length in bytes from which a beginning is redacted.
    static let minimumLength = 4
    /// The length in bytes of the longest beginning that is found; excerpts are shorter.
    static let maximumLength = 512

    /// The values as they are, and with the escapes of URLs and of JSON, with their placeholders.
    private var forms: [(bytes: [UInt8], placeholder: [UInt8])] = []

    /// Adds a secret.
    mutating func insert(_ value: String, placeholder: String) {
        let inJSON = JSONValue.string(value).text().dropFirst().dropLast()
        for form in Set([value, PercentEncoding.encode(value), String(inJSON)]) {
            forms.append((Array(form.utf8), Array(placeholder.utf8)))
        }
    }

    /// Returns a text with placeholders for the beginnings before ellipses.
    func redact(_ text: String) -> String {
        guard !forms.isEmpty else { return text }
        var text = text
        for ellipsis in ["…", "..."].map({ Array($0.utf8) }) {
            guard let redacted = text.withUTF8({ redact(UnsafeRawBufferPointer($0), before: ellipsis) })
            else {
                continue
            }
            text = String(decoding: redacted, as: UTF8.self)
        }
        return text
    }

    /// Returns the redacted bytes, or nil if there is nothing to redact.
    private func redact(_ bytes: UnsafeRawBufferPointer, before ellipsis: [UInt8]) -> [UInt8]? {
        var output: [UInt8] = []
        var copied = 0
        var index = 0
        while let end = ByteSearch.first(ellipsis, in: bytes, from: index) {
            if let (length, placeholder) = longestBeginning(endingIn: bytes[copied..<end]) {
                output += bytes[copied..<(end - length)]
                output += placeholder
                copied = end
            }
            index = end + ellipsis.count
        }
        return copied == 0 ? nil : output + bytes[copied...]
    }

    /// Returns the length of the longest beginning of a secret with which a text ends, and the placeholder.
    private func longestBeginning(endingIn text: Slice<UnsafeRawBufferPointer>) -> (Int, [UInt8])? {
        forms.compactMap { form in
            let longest = min(form.bytes.count - 1, text.count, Self.maximumLength)
            guard longest >= Self.minimumLength else { return nil }
            let length = (Self.minimumLength...longest).last {
                text.last == form.bytes[$0 - 1] && text.suffix($0).elementsEqual(form.bytes[..<$0])
            }
            return length.map { ($0, form.placeholder) }
        }.max { $0.0 < $1.0 }
    }
}
