import Foundation
import VerbatimContract
import VerbatimHAR
import VerbatimJSON
import VerbatimServer

/// Archives: reading and writing them again loses nothing, and large files are read like small ones.
enum ArchiveFuzzTarget: FuzzTarget {
    static let name = "archive"

    static func run(_ bytes: [UInt8]) {
        compareSizes(Data(bytes))
        guard let archive = archive(Data(bytes)) else { return }
        for loss in archive.losses { precondition(!loss.description.isEmpty && !loss.rule.isEmpty) }
        // Sidecar files do not exist.
        guard let written = try? archive.selfContainedHAR() else { return }
        guard let copy = self.archive(written) else { preconditionFailure("the written archive is invalid") }
        precondition(archive.interactions.count == copy.interactions.count, "entries are lost")
        for (original, copy) in zip(archive.interactions, copy.interactions) {
            precondition(original.request == copy.request, "the request differs")
            precondition(original.started == copy.started, "the time differs")
            precondition(original.duration == copy.duration, "the duration differs")
            compare(original.outcome, copy.outcome)
        }
        precondition((try? copy.selfContainedHAR()) == written, "writing again gives other bytes")
    }

    private static func archive(_ bytes: Data) -> Archive? {
        let folder = URL(fileURLWithPath: "/nowhere", isDirectory: true)
        return try? Archive(parsing: bytes, path: "fuzz.har", folder: folder)
    }

    private static func compare(_ original: Outcome, _ copy: Outcome) {
        precondition(original.failure == copy.failure, "the failure differs")
        guard let original = original.response, let copy = copy.response else {
            return precondition(original.response == nil && copy.response == nil, "a response is lost")
        }
        precondition(original.status == copy.status, "the status differs")
        precondition(original.reason == copy.reason, "the reason phrase differs")
        precondition(original.headers == copy.headers, "the header fields differ")
        precondition(original.body == copy.body, "the body differs")
        precondition(original.chunks == copy.chunks, "the chunks differ")
    }

    // MARK: Large files

    private static let file = FileManager.default.temporaryDirectory
        .appendingPathComponent("verbatim-fuzz-\(ProcessInfo.processInfo.processIdentifier).har")

    /// Reads the bytes as a small and as a large file, with equal results.
    private static func compareSizes(_ bytes: Data) {
        guard (try? bytes.write(to: file)) != nil else { return }
        for withHeaders in [false, true] {
            let small = read(large: .max, withHeaders)
            let large = read(large: 0, withHeaders)
            precondition(small == large, "a large archive is read differently")
        }
    }

    private static func read(large: Int, _ withHeaders: Bool) -> [String] {
        do throws(ArchiveError) {
            let (reader, parts) = try ArchiveReader.open(
                file, large: large, parts: 3, withHeaders: withHeaders, into: [String]()
            ) { $0.append("\($1)") }
            return parts.flatMap { $0 } + (0..<reader.count).map { entry($0, of: reader) }
        } catch {
            return [error.description]
        }
    }

    private static func entry(_ index: Int, of reader: ArchiveReader) -> String {
        do throws(ArchiveError) {
            let interaction = try reader.interaction(at: index)
            return "\(interaction.request) \(interaction.outcome) \(String(describing: interaction.location))"
        } catch {
            return error.description
        }
    }
}

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
        } catch { lines.append("\(error)") }
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

/// Contracts: any document is a contract or has an error, and any contract can check interactions.
enum ContractFuzzTarget: FuzzTarget {
    static let name = "contract"

    static func run(_ bytes: [UInt8]) {
        do {
            let contract = try Contract(parsing: Data(bytes), file: "fuzz.json")
            let contracts = ContractSet([contract])
            for interaction in interactions {
                for finding in contracts.check(interaction) {
                    precondition(Rule.all.contains(finding.rule), "a finding has an unknown rule")
                    precondition(!finding.found.isEmpty && !finding.next.isEmpty, "a finding has no text")
                }
            }
        } catch {
            precondition(!error.problems.isEmpty && !error.description.isEmpty, "an error has no problems")
        }
    }

    /// Interactions with the API that the seeds describe.
    private static let interactions = [
        interaction(
            "GET", "/items/7?kind=a", "application/json", #"{"id": 7, "tags": ["a", "b"], "more": null}"#),
        interaction("GET", "/items/8", "text/xml", #"<item id="8"><tag>a</tag><tag>b</tag></item>"#),
        interaction("POST", "/items", "application/json", "[]", body: #"{"name": "n", "price": 1.5}"#),
    ]

    private static func interaction(
        _ method: String, _ path: String, _ type: String, _ response: String, body: String? = nil
    ) -> Interaction {
        Interaction(
            HTTPRequest(
                method, "https://api.shop.test/v1" + path, headers: ["Content-Type": "application/json"],
                body: body.map { Data($0.utf8) }),
            .response(HTTPResponse(200, headers: ["Content-Type": type], body: .text(response))))
    }
}
