import Foundation
import VerbatimHAR

extension HTTPBody {
    /// Writes the bytes to a new temporary file, as a download task does.
    func writeTemporaryFile() throws -> URL {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(
            "verbatim-\(UUID().uuidString).tmp")
        if case .file(let source) = self {
            try FileManager.default.copyItem(at: source, to: file)
        } else {
            try bytes().write(to: file)
        }
        return file
    }
}

extension InputStream {
    /// Opens the stream and reads it to its end.
    func readToEnd() throws -> Data {
        open()
        defer { close() }
        var bytes = Data()
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(&buffer, maxLength: buffer.count)
            if count < 0 { throw streamError ?? URLError(.requestBodyStreamExhausted) }
            if count == 0 { return bytes }
            bytes.append(contentsOf: buffer[..<count])
        }
    }
}
