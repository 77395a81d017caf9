import Foundation
import HTTPArchive

extension HTTPBody {
    /// Reads the bytes; a file is mapped, not copied.
    func contents() throws -> Data {
        switch self {
        case .data(let data): data
        case .file(let file), .laidOut(let file, _): try Data(contentsOf: file, options: .mappedIfSafe)
        }
    }

    /// Writes the bytes to a new file, as a download leaves them.
    func writeTemporaryFile() throws -> URL {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(
            "verbatim-\(UUID().uuidString).tmp")
        if case .file(let source) = self {
            try FileManager.default.copyItem(at: source, to: file)
        } else {
            try contents().write(to: file)
        }
        return file
    }
}

extension InputStream {
    /// Reads what is left of a stream that was not opened yet.
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
