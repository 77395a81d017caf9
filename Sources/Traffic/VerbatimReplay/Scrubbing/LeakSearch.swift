import Foundation
import VerbatimHAR

/// Looks for secrets in the very bytes that are about to be written.
///
/// The last line of defence, and independent of the masking before it: it knows values and bytes only.
struct LeakSearch {
    private let secrets: [KnownSecret]

    init(_ secrets: [KnownSecret]) {
        self.secrets = secrets
    }

    /// Every secret in the archive and in the files of its bodies, the first location of each spelling in each file.
    func leaks(in files: ArchiveFiles) -> [Leak] {
        guard !secrets.isEmpty else { return [] }
        let har = files.har
        let path = files.url.displayPath
        let folder = files.url.deletingLastPathComponent()
        return leaks(in: har, of: path) + compressedRequests(files.archive, in: har, of: path)
            + files.bodies.flatMap { body in
                let path = folder.appendingPathComponent(body.path).displayPath
                return leaks(in: body.bytes, of: path) + compressed(body.bytes, line: 1, of: path)
            }
    }

    /// The bodies of requests that are compressed, which the archive shows in base64.
    private func compressedRequests(_ archive: Archive, in har: Data, of file: String) -> [Leak] {
        archive.interactions.flatMap { interaction -> [Leak] in
            guard let body = interaction.request.body, Inflate.isCompressed(body) else { return [] }
            let offset = ByteSearch.first(Array(body.base64EncodedData()), in: har) ?? 0
            return compressed(body, line: har.withUnsafeBytes { $0.line(at: offset) }, of: file)
        }
    }

    private func compressed(_ bytes: Data, line: Int, of file: String) -> [Leak] {
        guard let content = Inflate.content(of: bytes) else { return [] }
        return leaks(in: content, of: file).map { leak in
            Leak(file: file, line: line, secret: leak.secret, form: "\(leak.form), compressed")
        }
    }

    private func leaks(in bytes: Data, of file: String) -> [Leak] {
        secrets.flatMap { secret in
            bytes.withUnsafeBytes { buffer in
                let spelled = secret.spelling.first(in: buffer).map { range in
                    (range.lowerBound, SecretSpelling.name(of: buffer[range], value: secret.value))
                }
                let encoded = secret.base64.aligned.lazy.compactMap { ByteSearch.first($0, in: buffer) }.first
                return [spelled, encoded.map { ($0, "in base64") }].compactMap { $0 }.map { offset, form in
                    Leak(file: file, line: buffer.line(at: offset), secret: secret.name, form: form)
                }
            }
        }
    }
}

extension UnsafeRawBufferPointer {
    /// The line of an offset, from 1.
    fileprivate func line(at offset: Int) -> Int {
        self[..<offset].reduce(1) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 }
    }
}
