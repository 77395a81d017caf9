import Foundation
import Testing
import VerbatimHAR
import VerbatimServer
import VerbatimTestSupport

@testable import VerbatimCommands

/// A key is in no file and on no stream, whatever goes wrong.
@Suite struct SecretOutputTests {
    /// Fails if a text contains the key in any encoding.
    private func expectNoKey(in text: String, of name: String) {
        for encoding in KeyLeak.encodings {
            #expect(!text.contains(encoding), "'\(encoding)' in \(name): \(text)")
        }
    }

    @Test(arguments: KeyLeak.allCases)
    func `a recording that fails does not print a key`(leak: KeyLeak) async throws {
        let server = try HTTPServer.start { request in ServerResponse(leak.respond(to: request)) }
        defer { server.stop() }
        let tool = try CommandLineHarness(contractsOf: [], apis: [leak.api(at: server.origin)])
        let origin = leak == .miss ? "fake" : "live"
        let environment = leak == .foundInTraffic ? [:] : ["SHOP_KEY": KeyLeak.key]
        let run = await tool.run("record", "--origin", origin, "shop", environment: environment)
        #expect(!(run.out + run.error).isEmpty)
        expectNoKey(in: run.out, of: "standard output")
        expectNoKey(in: run.error, of: "standard error")
        for (path, bytes) in try TemporaryFolder.files(in: tool.folder) {
            expectNoKey(in: String(decoding: bytes, as: UTF8.self), of: path)
        }
    }
}
