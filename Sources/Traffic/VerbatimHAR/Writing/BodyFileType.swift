import VerbatimJSON

package import struct Foundation.Data

package enum BodyFileType {
    /// Returns the file extension of a body, by its bytes first and by its media type second.
    ///
    /// JSON under `text/javascript` is `json`, an HTML page under a JSON type is `html`.
    package static func fileExtension(of bytes: Data, mediaType: String?) -> String {
        if let image = imageExtension(bytes) { return image }
        let type = (mediaType ?? "").prefix { $0 != ";" }.lowercased().filter { $0 != " " }
        guard let text = beginning(of: bytes) else { return binaryExtensions[type] ?? "bin" }
        let start = text.drop { $0.isWhitespace || $0 == "\u{feff}" }.prefix(64).lowercased()
        if start.hasPrefix("<!doctype html") || start.hasPrefix("<html") { return "html" }
        if start.hasPrefix("<svg") || type == "image/svg+xml" { return "svg" }
        if start.hasPrefix("<?xml") { return "xml" }
        if isJSON(bytes, start: start, type: type) { return "json" }
        return textExtension(type)
    }

    /// Returns the beginning of a text, or nil if the bytes are not text.
    private static func beginning(of bytes: Data) -> String? {
        let head = bytes.prefix(1 << 12)
        // The prefix may end within a character of up to four bytes.
        let cuts = head.count < bytes.count ? 0...3 : 0...0
        return cuts.lazy.compactMap { String(validating: head.dropLast($0), as: UTF8.self) }.first
    }

    private static func isJSON(_ bytes: Data, start: String, type: String) -> Bool {
        if type == "application/json" || type.hasSuffix("+json") { return true }
        guard start.hasPrefix("{") || start.hasPrefix("[") else { return false }
        return (try? JSON(parsing: bytes)) != nil
    }

    private static func textExtension(_ type: String) -> String {
        switch type {
        case "text/html": "html"
        case "text/xml", "application/xml": "xml"
        case "text/javascript", "application/javascript", "application/x-javascript": "js"
        case "text/css": "css"
        case "text/csv": "csv"
        case _ where type.hasSuffix("+xml"): "xml"
        default: "txt"
        }
    }

    private static let binaryExtensions = [
        "application/pdf": "pdf", "application/zip": "zip", "application/gzip": "gz", "audio/mpeg": "mp3",
        "video/mp4": "mp4",
    ]

    private static let imageSignatures: [(fileExtension: String, bytes: [UInt8])] = [
        ("png", [0x89, 0x50, 0x4e, 0x47]), ("jpg", [0xff, 0xd8, 0xff]), ("gif", Array("GIF8".utf8)),
    ]

    package static func isImage(_ bytes: Data) -> Bool { imageExtension(bytes) != nil }

    private static func imageExtension(_ bytes: Data) -> String? {
        if let match = imageSignatures.first(where: { bytes.starts(with: $0.bytes) }) {
            return match.fileExtension
        }
        let isWebP = bytes.starts(with: "RIFF".utf8) && bytes.dropFirst(8).starts(with: "WEBP".utf8)
        return isWebP ? "webp" : nil
    }
}
