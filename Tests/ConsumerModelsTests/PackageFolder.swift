import Foundation

/// The package these tests belong to.
enum Package {
    /// Its folder.
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
}
