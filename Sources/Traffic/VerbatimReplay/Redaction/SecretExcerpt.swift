import Foundation
import VerbatimHAR
import VerbatimJSON

/// Finds the beginning of a secret that an excerpt has cut: `5ec4e7c0ff…`.
struct SecretExcerpt: Sendable {
    /// The length in bytes from which a beginning is redacted.
    static let minimumLength = 4
    /// The length in bytes of the longest beginning that is found; excerpts are shorter.
    static let maximumLength = 512

    private let placeholder: [UInt8]
    /// The value as it is, and with the escapes of URLs and of JSON.
    private let forms: [[UInt8]]

    init(_ value: String, placeholder: String) {
        self.placeholder = Array(placeholder.utf8)
        let inJSON = JSONValue.string(value).text().dropFirst().dropLast()
        let forms = [value, PercentEncoding.encode(value), String(inJSON)]
        self.forms = Set(forms).map { Array($0.utf8) }
    }

    /// Replaces each beginning before an ellipsis.
    func redact(_ text: String) -> String {
        let redacted = ByteSearch.replace(in: Data(text.utf8)) { _ in
            placeholder
        } where: { bytes, start in
            firstCut(in: bytes, from: start)
        }
        return String(decoding: redacted, as: UTF8.self)
    }

    /// Returns the range of the first beginning at or after a start, or nil.
    private func firstCut(in bytes: UnsafeRawBufferPointer, from start: Int) -> Range<Int>? {
        var index = start
        while let end = ByteSearch.first(Self.ellipsis, in: bytes, from: index) {
            let lengths = forms.compactMap { lengthOfCut($0, in: bytes[start..<end]) }
            if let length = lengths.max() { return (end - length)..<end }
            index = end + Self.ellipsis.count
        }
        return nil
    }

    /// Returns the length of the longest beginning of a form with which a text ends, or nil.
    private func lengthOfCut(_ form: [UInt8], in text: Slice<UnsafeRawBufferPointer>) -> Int? {
        let longest = min(form.count - 1, text.count, Self.maximumLength)
        guard longest >= Self.minimumLength else { return nil }
        return (Self.minimumLength...longest).last { text.suffix($0).elementsEqual(form[..<$0]) }
    }

    private static let ellipsis = Array("…".utf8)
}
