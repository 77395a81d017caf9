/// What a connection would hand on of some bytes: for tools that check that how they are cut makes no difference.
package enum RequestCheck {
    /// The requests in some bytes, and the rejection that ends them, each in one line.
    ///
    /// The limits are low, so that short inputs reach them.
    ///
    /// - Parameter pieceLength: How many bytes arrive next, at least 1.
    package static func transcript(of bytes: [UInt8], pieceLength: () -> Int) -> [String] {
        var parser = RequestParser(limits: HTTPServer.Limits(head: 256, body: 64))
        var lines: [String] = []
        var rest = bytes[...]
        do {
            while !rest.isEmpty {
                let piece = rest.prefix(pieceLength())
                rest.removeFirst(piece.count)
                piece.withUnsafeBytes { parser.append($0) }
                try addRequests(of: &parser, to: &lines)
            }
        } catch {
            lines.append("\(error)")
        }
        return lines
    }

    private static func addRequests(
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
