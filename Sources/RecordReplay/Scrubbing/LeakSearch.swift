import Foundation
import HTTPArchive

/// Looks for secrets in the very bytes that are about to be written.
///
/// The last line of defence, and independent of the masking before it: it knows values and bytes only.
struct LeakSearch {
    private let secrets: [KnownSecret]

    init(_ secrets: [KnownSecret]) {
        self.secrets = secrets
    }

    /// Every secret in the archive and in the files of its bodies, the first place of each spelling in each file.
    func leaks(in files: ArchiveFiles) -> [Leak] {
        let folder = files.url.deletingLastPathComponent()
        return leaks(in: files.har, of: files.url.displayPath)
            + files.bodies.flatMap {
                leaks(in: $0.bytes, of: folder.appendingPathComponent($0.path).displayPath)
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
