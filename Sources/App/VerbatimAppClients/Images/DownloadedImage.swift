public import Foundation

/// An image as sent by a service, complete as far as its structure shows.
public struct DownloadedImage: Sendable, Hashable {
    /// The format, detected from the bytes.
    public let format: ImageFormat
    /// The width in pixels, from 1.
    public let width: Int
    /// The height in pixels, from 1.
    public let height: Int
    /// The bytes.
    public let data: Data

    /// Creates an image from all bytes of a file, in time linear in their number.
    ///
    /// The structure of the file is read to its end: segments of JPEG, chunks of PNG with their checksums,
    /// blocks of GIF, chunks of WebP. The pixels are not decoded. Bytes after the end are allowed, because
    /// cameras append some.
    ///
    /// - Throws: ``ImageError`` if the bytes are not an image of a known format, or not a whole one.
    public init(_ data: Data) throws(ImageError) {
        guard let format = ImageFormat(of: data) else { throw .unknownFormat }
        var file = ImageFile(data, format)
        let size =
            switch format {
            case .jpeg: try file.readJPEG()
            case .png: try file.readPNG()
            case .gif: try file.readGIF()
            case .webp: try file.readWebP()
            }
        self.format = format
        width = size.width
        height = size.height
        self.data = data
    }
}

/// An image format, detected from the first bytes: image servers send unreliable content types.
public enum ImageFormat: String, Sendable, CaseIterable, Codable {
    /// JPEG: ISO/IEC 10918-1.
    case jpeg
    /// PNG: https://www.w3.org/TR/png-3/#5PNG-file-signature
    case png
    /// GIF 87a or 89a: https://www.w3.org/Graphics/GIF/spec-gif89a.txt
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

/// The reason why bytes are not a whole image.
public enum ImageError: Error, Sendable, Hashable {
    /// The bytes do not begin as those of a known format.
    case unknownFormat
    /// The file ends before the image does.
    case truncated(ImageFormat, size: Int)
    /// The structure of the file is invalid at an offset in bytes.
    case damaged(ImageFormat, offset: Int, reason: String)
}

extension ImageError: CustomStringConvertible {
    /// The format and the problem.
    public var description: String {
        switch self {
        case .unknownFormat: "no JPEG, PNG, GIF or WebP image"
        case .truncated(let format, let size):
            "a \(format.rawValue) image that is cut off after \(size) bytes"
        case .damaged(let format, let offset, let reason):
            "a \(format.rawValue) image that is damaged at byte \(offset): \(reason)"
        }
    }
}
