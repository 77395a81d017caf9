import Foundation
import VerbatimHAR

/// A secret in the files of a recording that is about to be written. It does not contain the value.
public struct Leak: Sendable, Hashable {
    /// The path of the file that would have contained it.
    public var file: String
    /// The line, from 1.
    public var line: Int
    /// The name of the secret.
    public var secret: String
    /// The form of the value in the file, such as `percent-encoded`.
    public var encoding: String
}

extension Leak: CustomStringConvertible {
    /// The location, the name and the form: `a.har:7, the value of 'api_key', in base64`.
    public var description: String { "\(file):\(line), the value of '\(secret)', \(encoding)" }
}

/// Searches the very bytes that are about to be written for secrets.
///
/// The last line of defence. It is independent of the redaction before it: it uses values and bytes only.
struct LeakSearch {
    private let secrets: [KnownSecret]

    init(_ secrets: [KnownSecret]) {
        self.secrets = secrets
    }

    /// Returns the first location of each form of every secret in the archive and in each sidecar file.
    func leaks(in files: ArchiveFiles) -> [Leak] {
        guard !secrets.isEmpty else { return [] }
        let har = files.har
        let path = files.url.displayPath
        let folder = files.url.deletingLastPathComponent()
        return leaks(in: har, of: path) + compressedRequestLeaks(files.archive, in: har, of: path)
            + files.bodies.flatMap { body in
                let path = folder.appendingPathComponent(body.path).displayPath
                return leaks(in: body.bytes, of: path) + compressedLeaks(in: body.bytes, line: 1, of: path)
            }
    }

    /// Searches the compressed bodies of requests, which the archive contains in base64.
    private func compressedRequestLeaks(_ archive: Archive, in har: Data, of file: String) -> [Leak] {
        archive.interactions.flatMap { interaction -> [Leak] in
            guard let body = interaction.request.body, Inflate.isCompressed(body) else { return [] }
            let offset = ByteSearch.first(Array(body.base64EncodedData()), in: har) ?? 0
            return compressedLeaks(in: body, line: har.withUnsafeBytes { $0.line(at: offset) }, of: file)
        }
    }

    private func compressedLeaks(in bytes: Data, line: Int, of file: String) -> [Leak] {
        guard let content = Inflate.content(of: bytes) else { return [] }
        return leaks(in: content, of: file).map { leak in
            Leak(file: file, line: line, secret: leak.secret, encoding: "\(leak.encoding), compressed")
        }
    }

    private func leaks(in bytes: Data, of file: String) -> [Leak] {
        secrets.flatMap { secret in
            bytes.withUnsafeBytes { buffer in
                let escaped = secret.escaped.first(in: buffer).map { range in
                    (range.lowerBound, EscapedPattern.description(of: buffer[range], value: secret.value))
                }
                let encoded = secret.base64.aligned.lazy.compactMap { ByteSearch.first($0, in: buffer) }.first
                return [escaped, encoded.map { ($0, "in base64") }].compactMap { $0 }.map {
                    offset, encoding in
                    Leak(
                        file: file, line: buffer.line(at: offset), secret: secret.name, encoding: encoding)
                }
            }
        }
    }
}

extension UnsafeRawBufferPointer {
    /// Returns the line of an offset, from 1.
    fileprivate func line(at offset: Int) -> Int {
        self[..<offset].reduce(1) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 }
    }
}
