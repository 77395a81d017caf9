import Foundation
import Testing
import VerbatimHAR
import VerbatimTestSupport

/// The costs of reading HAR files, by every size that they control.
@Suite(.serialized, .enabled(if: TestEffort.isExhaustive)) struct ArchiveCostTests {
    @Test(arguments: cases)
    func `the cost of reading grows with the file`(_ cost: CostCase) throws {
        let growth = try cost.growth()
        #expect(growth.isLinear, "\(cost): \(growth)")
    }

    private static func read(_ name: String, _ entries: @escaping @Sendable (Int) -> String) -> CostCase {
        CostCase(name) {
            Data("{\"log\": {\"entries\": [\(entries($0))]}}".utf8)
        } work: { data in
            let folder = URL(filePath: "/")
            let archive = try Archive(parsing: data, path: "a.har", folder: folder, isLenient: true)
            _ = archive.losses
            for interaction in archive.interactions {
                if case .lost = interaction.outcome.response?.body { continue }
                _ = try interaction.responseBytes()
                _ = interaction.request.headers["Accept"]
            }
        }
    }

    private static func entry(
        request: String = "", response: String = "", content: String = "", members: String = ""
    ) -> String {
        "{\"request\": {\"method\": \"GET\", \"url\": \"https://a.test/a\"\(request)}, "
            + "\"response\": {\"status\": 200, \"content\": {\"size\": 1\(content)}\(response)}\(members)}"
    }

    static let cases = [
        read("entries") { n in n.texts { _ in entry() } },
        read("header fields") { n in
            let fields = n.texts { "{\"name\": \"n\($0)\", \"value\": \"1\"}" }
            return entry(request: ", \"headers\": [\(fields)]", response: ", \"headers\": [\(fields)]")
        },
        read("lines of one header field") { n in
            let fields = n.texts { _ in "{\"name\": \"Accept\", \"value\": \"1\"}" }
            return entry(request: ", \"headers\": [\(fields)]")
        },
        read("fields of a form") { n in
            let fields = n.texts { "{\"name\": \"n\($0)\", \"value\": \"%20\"}" }
            return entry(request: ", \"postData\": {\"mimeType\": \"a/a\", \"params\": [\(fields)]}")
        },
        read("bytes in base64") { n in
            entry(
                content: ", \"encoding\": \"base64\", \"text\": \"" + String(repeating: "YWJj", count: n)
                    + "\"")
        },
        read("pieces of a body") { n in
            entry(
                content: ", \"text\": \"\", \"_chunks\": [" + n.texts { "{\"length\": \($0), \"time\": 1}" }
                    + "]")
        },
        read("lines of base64") { n in
            let lines = String(repeating: "YWJj\\n", count: n)
            return entry(content: ", \"encoding\": \"base64\", \"text\": \"\(lines)\"")
        },
        read("chunks of a Polly recording") { n in
            let chunks = n.texts { _ in "\\\"YWJj\\\"" }
            return entry(content: ", \"encoding\": \"base64\", \"text\": \"[\(chunks)]\"")
        },
        read("bodies in gzip") { n in
            n.texts { _ in
                entry(
                    response: ", \"headers\": {\"Content-Encoding\": \"gzip\"}",
                    content: ", \"encoding\": \"base64\", \"text\": \"H4sIAAAAAAACA6tWSlSyMqwFAK+sG1YHAAAA\"")
            }
        },
        read("lost entries") { n in n.texts { _ in "null" } },
        read("lost bodies") { n in n.texts { _ in entry() } },
        read("unknown members") { n in entry(members: "," + n.texts { "\"n\($0)\": 1" }) },
        read("cookies in one line") { n in
            let cookies = (0..<n).map { "n\($0)=1" }.joined(separator: ", ")
            return entry(response: ", \"headers\": [{\"name\": \"Set-Cookie\", \"value\": \"\(cookies)\"}]")
        },
    ]
}
