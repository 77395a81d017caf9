import Foundation
import VerbatimHAR
import VerbatimJSON
import VerbatimReplay
import VerbatimYAML

extension CommandContext {
    /// Writes a JSON file that a command makes, completely or not at all: redacted, and escaped as on a
    /// console, because people review it there.
    ///
    /// A symbolic link stays, and its target is written. A device or a pipe is written directly. A file in
    /// YAML is not overwritten, because it has comments and other things that JSON has not.
    ///
    /// - Parameters:
    ///   - text: The file.
    ///   - path: The path, as on the command line.
    func write(_ text: String, to path: String) throws(FileProblem) {
        guard !TextDocument.isYAML(path) else {
            throw FileProblem(
                location: path, what: "the file is YAML, and only JSON is written",
                next:
                    "write the contract as JSON with `verbatim infer API --output FILE.json`, review it, and"
                    + " remove the file in YAML")
        }
        let file = url(path).resolvingSymlinksInPath()
        let redacted = console.redactor.redactJSON(text).printable()
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
}

extension CommandContext {
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
    fileprivate func writeDirectly(_ text: String, flags: Int32 = 0) throws(StandardStream.Failure) {
        let descriptor = open(path(percentEncoded: false), O_WRONLY | O_CLOEXEC | flags, 0o644)
        guard descriptor >= 0 else { throw StandardStream.Failure(code: errno) }
        defer { close(descriptor) }
        try StandardStream.send(text, to: descriptor)
    }
}
