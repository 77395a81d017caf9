package import Foundation

extension URL {
    /// The path for messages: as it was given, or relative to the working directory if it is below it.
    package var displayPath: String {
        if baseURL != nil { return relativePath }
        let path = path(percentEncoded: false)
        let workingDirectory = FileManager.default.currentDirectoryPath + "/"
        return path.hasPrefix(workingDirectory) ? String(path.dropFirst(workingDirectory.count)) : path
    }
}

extension String {
    /// Whether a path leads through a folder of some name, such as `Recordings` or `Contracts`: these are the
    /// files that `git` and `make` know.
    package func isInFolder(_ name: String) -> Bool {
        split(separator: "/").dropLast().contains { $0 == name }
    }
}

extension Error {
    /// A short message about a file, without its path.
    package var fileMessage: String {
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
