import Foundation
import VerbatimHAR

/// A folder of its own for one test, removed at the end of it.
func withFolder<Result>(_ work: (URL) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
        "verbatim-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { _ = try? FileManager.default.removeItem(at: folder) }
    return try work(folder)
}

/// Every file below a folder by its relative path.
func files(in folder: URL) throws -> [String: Data] {
    var files: [String: Data] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
        let url = folder.appendingPathComponent(path)
        let isFolder = try url.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true
        if !isFolder { files[path] = try Data(contentsOf: url) }
    }
    return files
}

func text(_ data: Data?) -> String? {
    data.map { String(decoding: $0, as: UTF8.self) }
}

extension Interaction {
    /// All that a recording has to keep of an interaction, in a form that can be compared.
    var kept: String {
        get throws {
            let response = outcome.response
            var failure = "none"
            if case .failure(let reason, _) = outcome { failure = "\(reason)" }
            return """
                \(started) \(duration ?? -1) \(request.method) \(request.url)
                \(request.headers.map { "\($0.name): \($0.value)" })
                \(request.body.map { [UInt8]($0).description } ?? "no body")
                \(response?.status ?? 0) \(response?.reason ?? "") failure \(failure)
                \((response?.headers ?? [:]).map { "\($0.name): \($0.value)" })
                \([UInt8](try responseBytes()))
                \(response?.chunks ?? [])
                """
        }
    }
}
