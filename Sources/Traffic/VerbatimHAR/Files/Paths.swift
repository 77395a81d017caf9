package import Foundation

extension URL {
    /// The path as a reader would type it: as it was given, or relative to the working directory when it is below it.
    package var displayPath: String {
        if baseURL != nil { return relativePath }
        let path = path(percentEncoded: false)
        let here = FileManager.default.currentDirectoryPath + "/"
        return path.hasPrefix(here) ? String(path.dropFirst(here.count)) : path
    }
}

extension Error {
    /// What went wrong with a file, in a few words, without the path the caller names anyway.
    package var briefly: String {
        guard let error = self as? CocoaError else { return "\(self)" }
        return switch error.code {
        case .fileNoSuchFile, .fileReadNoSuchFile: "no such file"
        case .fileReadNoPermission, .fileWriteNoPermission: "permission denied"
        case .fileWriteOutOfSpace: "no space left"
        case .fileWriteVolumeReadOnly: "the volume is read-only"
        default: error.localizedDescription
        }
    }
}
