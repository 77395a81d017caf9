public import Foundation

/// The package that the tests belong to.
public enum PackageFolder {
    /// The folder of `Package.swift`.
    public static let url: URL = {
        var folder = URL(filePath: #filePath, directoryHint: .notDirectory)
        repeat { folder.deleteLastPathComponent() } while !isPackage(folder) && folder.path != "/"
        return folder
    }()

    /// Returns the URL of a file or folder of the package, such as `Contracts`.
    public static func url(_ path: String) -> URL { url.appending(path: path) }

    /// Returns the URL of a file or folder of the frozen project: contracts, and recordings that hold to
    /// them.
    ///
    /// Tests of the tool read these. Those of the package become others with the first answers of the
    /// providers; they have to hold to their contracts, to the models and the scenarios, and to nothing else.
    public static func frozen(_ path: String) -> URL { url("Tests/Frozen").appending(path: path) }

    private static func isPackage(_ folder: URL) -> Bool {
        FileManager.default.fileExists(atPath: folder.appending(path: "Package.swift").path)
    }
}
