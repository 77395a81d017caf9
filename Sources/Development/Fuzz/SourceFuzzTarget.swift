import Foundation
import Synchronization
import VerbatimCommands
import VerbatimJSON

/// The Swift that `check --reproduce` and `init` write compiles, whatever an archive and a contract say.
///
/// The bytes between 0xff are the texts in the archive and the contract. The compiler is run for a number of
/// inputs at once.
enum SourceFuzzTarget: FuzzTarget {
    static let name = "source"

    /// The inputs whose sources have not been parsed, each with its folder.
    private static let waiting = Mutex<[(bytes: [UInt8], folder: URL)]>([])
    private static let batch = 64

    static func run(_ bytes: [UInt8]) {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "verbatim-fuzz-\(UUID().uuidString)", directoryHint: .isDirectory)
        do {
            try SourceFuzzProject(bytes, in: folder).writeSources()
        } catch { preconditionFailure("the project cannot be written: \(error)") }
        let count = waiting.withLock { waiting in
            waiting.append((bytes, folder))
            return waiting.count
        }
        if count == batch { finish() }
    }

    static func finish() {
        let inputs = waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
        if let message = parse(inputs.map(\.folder)) {
            for (bytes, folder) in inputs where parse([folder]) != nil {
                let file = folder.appending(path: "input")
                try? Data(bytes).write(to: file)
                print("the sources of \(file.path) are not parsed")
            }
            preconditionFailure(message)
        }
        for (_, folder) in inputs { try? FileManager.default.removeItem(at: folder) }
    }

    /// Parses the sources in folders; returns the messages of the compiler, or nil if there are none.
    private static func parse(_ folders: [URL]) -> String? {
        let files = folders.flatMap { folder in
            let names =
                FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
            return names.filter { $0.hasSuffix(".swift") }.map { folder.appending(path: $0).path }
        }
        guard !files.isEmpty else { return nil }
        do {
            let run = try ExternalProgram.run(["swiftc", "-frontend", "-parse"] + files)
            return run.code == 0 ? nil : String(decoding: run.message, as: UTF8.self)
        } catch {
            return "the compiler cannot be run: \(error)"
        }
    }
}

/// A project with a contract and an archive whose texts come from a fuzzer.
private struct SourceFuzzProject {
    private let texts: [String]
    private let folder: URL

    init(_ bytes: [UInt8], in folder: URL) {
        texts = bytes.split(separator: 0xff, omittingEmptySubsequences: false)
            .map { String(decoding: $0.prefix(4096), as: UTF8.self) }
        self.folder = folder
    }

    /// Returns a text as JSON. With fewer texts than are needed, each is in several positions.
    private func json(_ index: Int, after start: String = "") -> String {
        JSONValue.string(start + texts[index % texts.count]).text()
    }

    /// The name of the API, which is that of a file.
    private var api: String {
        let name = String(
            texts[0].unicodeScalars.prefix(50).filter { $0 != "/" && $0 != "\\" && $0.value > 0 })
        return name.isEmpty || name.hasPrefix(".") || name.hasPrefix("-") ? "a" + name : name
    }

    private var contract: String {
        """
        {"openapi": "3.1.0", "info": {"title": \(json(1)), "version": "1"},
         "servers": [{"url": "https://a.test"}], "paths": {"/items": {"get": {"operationId": \(json(2)),
         "responses": {"200": {"description": "", "headers": {\(json(3, after: "X-")): {"required": true}},
         "content": {"application/json": {"schema": {"type": "object", "properties": {
           \(json(4)): {"type": "integer"}, \(json(5, after: "k")): {"enum": [\(json(6))]},
           \(json(7, after: "p")): {"pattern": "^x$", "maxLength": 0}}}}}}}}}}}
        """
    }

    private var archive: String {
        """
        {"log": {"version": "1.2", "creator": {"name": "c", "version": "1"}, "entries": [
          {"startedDateTime": "2026-01-01T00:00:00.000Z", "time": 1, "cache": {},
           "timings": {"send": 0, "wait": 1, "receive": 0},
           "request": {"method": "GET", "url": \(json(8, after: "https://a.test/items?")),
             "httpVersion": "HTTP/1.1", "cookies": [], "queryString": [], "headersSize": -1, "bodySize": 0,
             "headers": [{"name": "Accept", "value": \(json(9))}]},
           "response": {"status": 200, "statusText": "", "httpVersion": "HTTP/1.1", "cookies": [],
             "headers": [{"name": "Content-Type", "value": "application/json"},
               {"name": \(json(10, after: "Y")), "value": \(json(11))}],
             "redirectURL": "", "headersSize": -1, "bodySize": -1,
             "content": {"size": 1, "mimeType": "application/json", "text": \(body)}}}]}}
        """
    }

    private var body: String {
        let body = """
            {\(json(4)): \(json(12)), \(json(5, after: "k")): \(json(13, after: "x")),
             \(json(7, after: "p")): \(json(14, after: "y"))}
            """
        return JSONValue.string(body).text()
    }

    /// Writes the project, and lets the commands write their sources.
    func writeSources() throws {
        let files = [
            "Package.swift": "", "Contracts/\(api).json": contract, "Recordings/\(api)/a.har": archive,
            "b.har": archive,
        ]
        for (name, text) in files {
            let file = folder.appending(path: name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        run(["check", "--reproduce", "Tests/Reproduced"])
        run(["init", "--recording", "b.har", "--", api])
    }

    private func run(_ words: [String]) {
        let console = Console(out: { _ in }, error: { _ in })
        let context = CommandContext(apis: [], environment: [:], directory: folder.path, console: console)
        let done = DispatchSemaphore(value: 0)
        Task.detached {
            _ = await CommandLineTool(context).run(words)
            done.signal()
        }
        done.wait()
    }
}
