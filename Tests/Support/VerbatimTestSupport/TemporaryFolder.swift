public import Foundation

/// Runs work on a new temporary folder, which is removed afterwards.
public func withTemporaryFolder<Result>(_ work: (URL) throws -> Result) throws -> Result {
    let folder = try TemporaryFolder.create()
    defer { _ = try? FileManager.default.removeItem(at: folder) }
    return try work(folder)
}

/// Runs asynchronous work on a new temporary folder, which is removed afterwards.
public func withTemporaryFolder<Result>(_ work: (URL) async throws -> Result) async throws -> Result {
    let folder = try TemporaryFolder.create()
    defer { _ = try? FileManager.default.removeItem(at: folder) }
    return try await work(folder)
}

/// The contents of folders that tests write.
public enum TemporaryFolder {
    fileprivate static func create() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "verbatim-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    /// Returns every file below a folder, by its relative path.
    public static func files(in folder: URL) throws -> [String: Data] {
        var files: [String: Data] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
            let url = folder.appending(path: path)
            let isFolder = try url.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true
            if !isFolder { files[path] = try Data(contentsOf: url) }
        }
        return files
    }

    /// Returns the names in a folder, sorted, also hidden ones.
    public static func names(in folder: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }
}
