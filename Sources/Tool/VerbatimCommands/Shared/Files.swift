import Foundation
import VerbatimHAR
import VerbatimJSON
import VerbatimReplay
import VerbatimYAML

extension CommandContext {
    /// Writes a file that a command makes, completely or not at all: redacted, and escaped as on a console,
    /// because people review it there.
    ///
    /// A symbolic link stays, and its target is written. A device or a pipe is written directly. A file in
    /// YAML is not overwritten, because it has comments and other things that JSON has not.
    ///
    /// - Parameters:
    ///   - text: The file.
    ///   - path: The path, as on the command line.
    ///   - isReport: Whether it is only shown. In others, such as contracts, a key that is an ordinary word
    ///     is no secret.
    ///   - escapes: Whether it is escaped. A file that only this tool reads is not.
    func write(
        _ text: String, to path: String, isReport: Bool = false, escapes: Bool = true
    ) throws(FileProblem) {
        guard !TextDocument.isYAML(path) else {
            throw FileProblem(
                location: path, what: "the file is YAML, and only JSON is written",
                next:
                    "write the contract as JSON with `verbatim infer API --output FILE.json`, review it, and"
                    + " remove the file in YAML")
        }
        let file = url(path).resolvingSymlinksInPath()
        let redactor = isReport ? console.redactor : console.redactor.ofFiles
        let safe = redactor.redactJSON(text)
        let redacted = escapes ? safe.printable() : safe
        do {
            if try FileKind(of: file) == .special {
                try file.writeDirectly(redacted)
            } else {
                try AtomicFile.createFolder(file.deletingLastPathComponent())
                try AtomicFile.write(Data(redacted.utf8), to: file)
            }
        } catch {
            throw FileProblem(location: path, what: "the file cannot be written: \(error.writingMessage)")
        }
    }

    /// Appends text to a file: redacted, and escaped as on a console.
    func append(_ text: String, to path: String) throws(FileProblem) {
        do {
            try url(path).writeDirectly(console.redactor.redact(text).printable(), flags: O_APPEND | O_CREAT)
        } catch {
            throw FileProblem(location: path, what: "the file cannot be written: \(error.writingMessage)")
        }
    }
}

extension Error {
    /// The reason of the system, without a path.
    fileprivate var writingMessage: String {
        if case .unwritable(_, let reason)? = (self as? ArchiveError)?.problem { return reason }
        return fileMessage
    }
}

extension URL {
    /// The folder, and those that contain it, from the inside out; alone in a deleted working directory.
    var andFoldersAround: [URL] {
        var folders = [standardizedFileURL]
        while let folder = folders.last, folder.pathComponents.count > 1 {
            let outer = folder.deletingLastPathComponent()
            // A relative path gets longer.
            guard outer.pathComponents.count < folder.pathComponents.count else { break }
            folders.append(outer)
        }
        return folders
    }

    var isFolder: Bool { isDirectory == true }

    var isFile: Bool { isDirectory == false }

    var isFileOrFolder: Bool { isDirectory != nil }

    /// Whether what is there is a folder; nil if nothing is.
    private var isDirectory: Bool? {
        var isFolder: ObjCBool = false
        let path = path(percentEncoded: false)
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) ? isFolder.boolValue : nil
    }

    fileprivate func writeDirectly(_ text: String, flags: Int32 = 0) throws(StandardStream.Failure) {
        let descriptor = open(path(percentEncoded: false), O_WRONLY | O_CLOEXEC | flags, 0o644)
        guard descriptor >= 0 else { throw StandardStream.Failure(code: errno) }
        defer { close(descriptor) }
        try StandardStream.send(text, to: descriptor)
    }
}

/// A new folder that is removed with this object, or by the next run if this one is killed.
final class TemporaryFolder: Sendable {
    let url: URL
    /// Holds the lock that a killed process releases.
    private let descriptor: Int32

    init(_ name: String) throws {
        let all = FileManager.default.temporaryDirectory
        Self.removeAbandoned(name + "-", in: all)
        url = all.appending(path: "\(name)-\(UUID().uuidString)", directoryHint: .isDirectory)
        try FileManager.default.createDirectory(
            at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        descriptor = Self.lock(url)
    }

    deinit {
        _ = try? FileManager.default.removeItem(at: url)
        close(descriptor)
    }

    /// Returns a descriptor that holds the lock of a folder; -1 if it is locked, or is no folder.
    private static func lock(_ folder: URL) -> Int32 {
        let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
        let descriptor = open(folder.fileName, flags)
        guard descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) != 0 else { return descriptor }
        close(descriptor)
        return -1
    }

    /// Removes the folders of processes that were killed. One younger than a minute may be locked soon.
    private static func removeAbandoned(_ prefix: String, in all: URL) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: all.fileName)) ?? []
        let own = names.filter {
            $0.hasPrefix(prefix) && UUID(uuidString: String($0.dropFirst(prefix.count))) != nil
        }
        for folder in own.map(all.file) {
            let attributes = try? FileManager.default.attributesOfItem(atPath: folder.fileName)
            guard let written = attributes?[.modificationDate] as? Date, written.timeIntervalSinceNow < -60,
                case let descriptor = lock(folder), descriptor >= 0
            else { continue }
            // What cannot be removed stays.
            _ = try? FileManager.default.removeItem(at: folder)
            close(descriptor)
        }
    }
}

extension OutputRedactor {
    /// Returns a redacted JSON text, which is JSON as well.
    ///
    /// A secret of digits can occur in a number. That number becomes the number of the placeholder.
    func redactJSON(_ text: String) -> String {
        let redacted = redact(text)
        guard redacted != text, (try? JSON(parsing: Array(redacted.utf8))) == nil,
            let value = try? JSON(parsing: Array(text.utf8)).value
        else { return redacted }
        return redacting(value).text(.pretty) + (text.hasSuffix("\n") ? "\n" : "")
    }

    private func redacting(_ value: JSONValue) -> JSONValue {
        switch value {
        case .null, .bool: value
        case .number(let number): redacting(number)
        case .string(let string): .string(redact(string))
        case .array(let elements): .array(elements.map(redacting))
        case .object(let object):
            .object(JSONObject(object.members.map { (redact($0.name), redacting($0.value)) }))
        }
    }

    private func redacting(_ number: JSONNumber) -> JSONValue {
        let redacted = redact(number.text)
        guard redacted != number.text else { return .number(number) }
        let digits = redacted.reversed().prefix { $0.isASCII && $0.isNumber }.reversed()
        return .number(JSONNumber(Int(String(digits)) ?? 0))
    }
}
