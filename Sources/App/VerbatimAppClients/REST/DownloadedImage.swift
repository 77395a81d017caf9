public import Foundation

/// An image as sent by a service.
public struct DownloadedImage: Sendable, Hashable {
    /// The format, detected from the bytes.
    public let format: ImageFormat
    /// The bytes.
    public let data: Data

    /// Creates an image; nil if the bytes do not begin as those of a known format.
    public init?(_ data: Data) {
        guard let format = ImageFormat(of: data) else { return nil }
        self.format = format
        self.data = data
    }
}

/// An image format, detected from the first bytes: image servers send unreliable content types.
public enum ImageFormat: String, Sendable, CaseIterable {
    /// JPEG: ISO/IEC 10918-1.
    case jpeg
    /// PNG: https://www.w3.org/TR/png/#5PNG-file-signature
    case png
    /// GIF 87a or 89a.
    case gif
    /// WebP: https://www.rfc-editor.org/rfc/rfc9649#section-2.3
    case webp

    /// Detects the format of an image; nil if the bytes are not an image of a known format.
    public init?(of data: Data) {
        let bytes = [UInt8](data.prefix(12))
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if bytes.starts(with: "GIF87a".utf8) || bytes.starts(with: "GIF89a".utf8) {
            self = .gif
        } else if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).elementsEqual("WEBP".utf8) {
            self = .webp
        } else {
            return nil
        }
    }
}
