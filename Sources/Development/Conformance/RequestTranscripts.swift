import Foundation
import VerbatimHAR
import VerbatimJSON
import VerbatimServer

/// Parses requests for a comparison with another parser.
///
/// For each line, the bytes of a connection in Base64, it prints an object with the complete `requests` and
/// the `error` that ends them: its text, `incomplete`, or null.
enum RequestTranscripts {
    static func run() {
        while let line = readLine() {
            print(transcript(of: Data(base64Encoded: line) ?? Data()).text(.compact))
        }
    }

    private static func transcript(of bytes: Data) -> JSONValue {
        var parser = RequestParser(limits: HTTPServer.Limits())
        bytes.withUnsafeBytes { parser.append($0) }
        var requests: [JSONValue] = []
        var end: JSONValue = .null
        do throws(ProtocolError) {
            while let request = try next(&parser) { requests.append(request) }
            if parser.isInsideRequest { end = .string("incomplete") }
        } catch { end = .string("\(error)") }
        return JSONValue(members: [("requests", .array(requests)), ("error", end)])
    }

    private static func next(_ parser: inout RequestParser) throws(ProtocolError) -> JSONValue? {
        while true {
            switch try parser.next() {
            case .incomplete: return nil
            case .expectsContinue: continue
            case .request(let head, let body):
                let fields = head.headers.map { JSONValue.array([.string($0.name), .string($0.value)]) }
                return JSONValue(members: [
                    ("method", .string(head.method)), ("target", .string(head.target)),
                    ("fields", .array(fields)), ("body", .string((body ?? Data()).base64EncodedString())),
                    ("isLast", .bool(!head.keepsConnection)),
                ])
            }
        }
    }
}
