import Testing
import VerbatimHAR

@testable import VerbatimContract

/// Invalid bytes never crash a check; they are reported as findings.
@Suite struct GarbageTests {
    private static let json = Array(#"{"id":1,"name":"n","made":"1999","size":{"cm":1.5},"either":"x"}"#.utf8)
    private static let xml = Array("<?xml version='1.0'?><item id='1'><name>n &amp; m</name></item>".utf8)

    private func findings(about body: [UInt8], type: String) throws -> [Finding] {
        let example = CheckCase("", "GET", "/items/1", type: type, body: body)
        return try ShopContract.contracts().check(example.interaction)
    }

    @Test(arguments: [("text/javascript", json), ("text/xml", xml)])
    func `reports a body that is truncated anywhere`(type: String, body: [UInt8]) throws {
        #expect(try findings(about: body, type: type).isEmpty)
        for end in body.indices {
            #expect(try !findings(about: Array(body[..<end]), type: type).isEmpty)
        }
    }

    @Test(
        arguments: [("text/javascript", json), ("text/xml", xml)],
        [0x00, 0x22, 0x26, 0x3c, 0x7b, 0x80, 0xff] as [UInt8])
    func `survives any byte at any offset`(sample: (type: String, body: [UInt8]), byte: UInt8) throws {
        for index in sample.body.indices {
            var body = sample.body
            body[index] = byte
            _ = try findings(about: body, type: sample.type)
        }
    }

    @Test(arguments: [
        "", ":", "://", "https://", "https://api.shop.test", "https://api.shop.test:/v1//items?&=&%", "{}",
    ])
    func `survives any URL`(url: String) throws {
        let report = try ShopContract.contracts().check([.init(.init("GET", url), .response(.init(200)))])
        #expect(report.interactions == 1)
        #expect(!report.findings.isEmpty)
    }
}
