import Foundation
import Synchronization
import VerbatimHAR
import VerbatimJSON

/// A secret in the files of a recording that is about to be written. It does not contain the value.
public struct Leak: Sendable, Hashable {
    /// The path of the file that would have contained it.
    public var file: String
    /// The line, from 1.
    public var line: Int
    /// The name of the secret.
    public var secret: String
    /// The form of the value in the file, such as `percent-encoded` or `in plain text, in gzip`.
    public var encoding: String
    /// Whether the value cannot be replaced, as it is in compressed data or in escaped pieces of a stream.
    public var isFixed = false
}

extension Leak: CustomStringConvertible {
    /// The location, the name and the form: `a.har:7, the value of 'api_key', in plain text, in base64`.
    public var description: String { "\(file):\(line), the value of '\(secret)', \(encoding)" }
}

/// Searches the very bytes that are about to be written for secrets.
///
/// The last line of defence. It is independent of the redaction before it: it uses values and bytes only. The
/// names of the files and what the format itself requires are not searched, so that a secret may equal them.
struct LeakSearch: Sendable {
    struct Result: Sendable {
        /// The first location of each form of every secret, in each file.
        var leaks: [Leak] = []
        /// The files that were searched in part, with the reason: `a/1.bin: zstd is not decompressed`.
        var partial: [String] = []
    }

    private let search: SecretSearch

    init(_ secrets: [KnownSecret]) { search = SecretSearch(secrets) }

    func result(of files: ArchiveFiles) -> Result {
        guard !search.isEmpty else { return Result() }
        let parts: [@Sendable () -> Result] = [{ inArchive(of: files) }, { inBodies(of: files) }]
        let results = files.har.count < Self.large ? parts.map { $0() } : parts.mapConcurrently { $0() }
        return Result(leaks: results.flatMap(\.leaks), partial: results.flatMap(\.partial))
    }

    /// The size in bytes from which an archive is searched on a core of its own.
    private static let large = 1 << 20

    private func inArchive(of files: ArchiveFiles) -> Result {
        var result = Result()
        let structure = ArchiveStructure(files.har, files: files.bodies.map(\.path))
        add(files.har, of: files.url.displayPath, to: &result) { structure.contains($0) }
        return result
    }

    private func inBodies(of files: ArchiveFiles) -> Result {
        var result = Result()
        let folder = files.url.deletingLastPathComponent()
        for body in files.bodies {
            let path = folder.appendingPathComponent(body.path).displayPath
            add(body.bytes, of: path, to: &result)
            let headers = files.archive.interactions[body.entry].outcome.response?.headers
            if let coding = headers?["Content-Encoding"], Self.isUnread(coding, body.bytes) {
                result.partial.append("\(path): \(coding) is not decompressed")
            }
        }
        return result
    }

    /// Whether a body has a content coding that is not decompressed. Text and images are decoded already.
    private static func isUnread(_ coding: String, _ body: Data) -> Bool {
        let codings = coding.lowercased().split { $0 == "," || $0 == " " }
        let isRead = codings.allSatisfy { ["gzip", "x-gzip", "deflate", "identity"].contains($0) }
        return !isRead && String(validating: body, as: UTF8.self) == nil && !BodyFileType.isImage(body)
    }

    private func add(
        _ bytes: Data, of file: String, to result: inout Result,
        except isStructure: (Range<Int>) -> Bool = { _ in false }
    ) {
        var finder = SecretFinder(search, inflates: true)
        bytes.withUnsafeBytes { buffer in
            let occurrences = finder.find(in: buffer).filter { !isStructure($0.range) }
            guard !occurrences.isEmpty else { return }
            var forms: Set<[String]> = []
            let text = buffer.bindMemory(to: UInt8.self)
            let lines = LineIndex(text)
            for occurrence in occurrences.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
                guard forms.insert([occurrence.secret.name, occurrence.encoding]).inserted else { continue }
                result.leaks.append(
                    Leak(
                        file: file, line: lines.position(at: occurrence.range.lowerBound, in: text).line,
                        secret: occurrence.secret.name, encoding: occurrence.encoding,
                        isFixed: occurrence.replacement("REDACTED-1") == nil))
            }
        }
        result.partial += finder.limits.map { "\(file): \($0)" }
    }
}

extension Player {
    /// The files of the recording that were searched for secrets only in part, with the reason:
    /// `a/search/1.bin: zstd is not decompressed`. They are known once the player has finished.
    public var partialSearches: [String] { state.withLock { $0.partialSearches } }

    /// Returns why the files of a recording must not be written: they contain secrets, or more values than
    /// are searched for.
    func refusal(of files: ArchiveFiles) -> RecordingError? {
        if let name = redactor.surplusName { return .tooManySecrets(name: name) }
        let result = LeakSearch(redactor.secretsOfFiles).result(of: files)
        state.withLock { $0.partialSearches = result.partial }
        return result.leaks.isEmpty ? nil : .leak(result.leaks)
    }
}

/// The parts of a written archive that its format and its file names determine, whatever was recorded.
///
/// A secret that equals one of them, such as `search` in the path of a body, is no secret there. The writer
/// puts every property on its own line.
struct ArchiveStructure {
    private let har: Data
    private let files: Set<String>

    /// The names of properties whose values are numbers of ours.
    private static let numbers: Set = [
        "time", "send", "wait", "receive", "headersSize", "bodySize", "status", "size", "length", "code",
    ]
    /// The other names of properties, with the values that are constants of ours.
    private static let constants: [String: Set<String>] = [
        "log": [], "version": ["1.2", "1"], "creator": [], "name": ["verbatim"], "entries": [],
        "startedDateTime": [], "request": [], "method": [], "url": [], "httpVersion": ["HTTP/1.1"],
        "cookies": [], "headers": [], "value": [], "queryString": [], "postData": [], "mimeType": [],
        "text": [], "encoding": ["base64"], "_encoding": ["base64"], "params": [], "response": [],
        "statusText": [], "content": [], "redirectURL": [], "_error": [], "domain": ["NSURLErrorDomain"],
        "reason": [], "_origin": ["fake", "imported", "live"], "_file": [], "_layout": ["minified"],
        "_chunks": [],
        "cache": [], "timings": [],
    ]

    /// Creates the structure of the written bytes of an archive, which has sidecar files at some paths.
    init(_ har: Data, files: [String]) {
        self.har = har
        self.files = Set(files)
    }

    /// Whether a part of the bytes is structure, and nothing that was recorded.
    func contains(_ range: Range<Int>) -> Bool {
        let start = har[..<range.lowerBound].lastIndex(where: { $0 == "\n" }).map { $0 + 1 } ?? 0
        let end = har[range.lowerBound...].firstIndex(where: { $0 == "\n" }) ?? har.endIndex
        guard range.upperBound <= end else { return false }
        let line = String(decoding: har[start..<end], as: UTF8.self)
        let parts = line.split(separator: "\"", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].allSatisfy({ $0 == " " }), parts[2].hasPrefix(": ") else {
            return false
        }
        let name = String(parts[1])
        let nameEnd = start + parts[0].utf8.count + 1 + name.utf8.count
        if range.upperBound <= nameEnd { return Self.numbers.contains(name) || Self.constants[name] != nil }
        guard range.lowerBound > nameEnd else { return false }
        return isStructure(parts[2].dropFirst(2), of: name)
    }

    private func isStructure(_ value: Substring, of name: String) -> Bool {
        let value = value.last == "," ? value.dropLast() : value
        if Self.numbers.contains(name) { return value.allSatisfy { "0123456789.-+eE".contains($0) } }
        guard value.count > 1, value.first == "\"", value.last == "\"" else { return false }
        let text = String(value.dropFirst().dropLast()).replacing("\\/", with: "/")
        switch name {
        case "_file": return files.contains(text)
        case "startedDateTime": return text.count < 36 && text.allSatisfy { "0123456789-:.TZ+".contains($0) }
        default: return Self.constants[name]?.contains(text) == true
        }
    }
}
