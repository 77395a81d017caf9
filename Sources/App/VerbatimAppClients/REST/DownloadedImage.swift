public import Foundation

/// An image as a service sent it.
public struct DownloadedImage: Sendable, Hashable {
    /// The format, told by the bytes.
    public let format: ImageFormat
    /// The bytes.
    public let data: Data

    /// Takes bytes that begin as an image does, or is nil.
    public init?(_ data: Data) {
        guard let format = ImageFormat(of: data) else { return nil }
        self.format = format
        self.data = data
    }
}
