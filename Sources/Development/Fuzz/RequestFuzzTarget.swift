import VerbatimJSON
import VerbatimServer

/// Parses the requests of a connection. The first byte determines the boundaries between the pieces of the
/// others, which must not matter.
enum RequestFuzzTarget: FuzzTarget {
    static let name = "request"

    static func run(_ bytes: [UInt8]) {
        guard let first = bytes.first else { return }
        let wire = Array(bytes.dropFirst())
        let whole = transcript(of: wire) { wire.count }
        precondition(whole == transcript(of: wire) { 1 }, "single bytes make a difference")
        var random = SeededGenerator(seed: UInt64(first))
        let pieces = transcript(of: wire) { 1 + Int(random.next() >> 59) }
        precondition(whole == pieces, "the pieces make a difference")
    }

    /// Returns the requests in some bytes, and the error that ends them, each as one line.
    ///
    /// The limits are low, so that short inputs reach them.
    ///
    /// - Parameter pieceLength: Returns the length of the next piece, at least 1.
    private static func transcript(of bytes: [UInt8], pieceLength: () -> Int) -> [String] {
        var parser = RequestParser(limits: HTTPServer.Limits(head: 256, body: 64))
        var lines: [String] = []
        var rest = bytes[...]
        do {
            while !rest.isEmpty {
                let piece = rest.prefix(pieceLength())
                rest.removeFirst(piece.count)
                piece.withUnsafeBytes { parser.append($0) }
                try appendRequests(of: &parser, to: &lines)
            }
        } catch {
            lines.append("\(error)")
        }
        return lines
    }

    private static func appendRequests(
        of parser: inout RequestParser, to lines: inout [String]
    ) throws(ProtocolError) {
        while true {
            switch try parser.next() {
            case .incomplete: return
            case .expectsContinue: continue
            case .request(let head, let body): lines.append("\(head) \(body.map { [UInt8]($0) } ?? [])")
            }
        }
    }
}
