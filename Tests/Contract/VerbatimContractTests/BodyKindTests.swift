import Testing

@testable import VerbatimContract

@Suite struct BodyKindTests {
    @Test(
        arguments: [
            ("", .empty),
            ("{\"a\":1}", .json),
            ("\n\n\n[1]", .json),
            ("jsonFlickrApi({\"stat\":\"ok\"})", .jsonp(callback: "jsonFlickrApi")),
            ("cb.$1([]);\n", .jsonp(callback: "cb.$1")),
            ("<!DOCTYPE html><p>no</p>", .html),
            ("  <HTML><body>", .html),
            ("<?xml version=\"1.0\"?>\n<rsp/>", .xml),
            ("oauth_problem=signature_invalid", .text),
            ("call me (later", .text),
        ] as [(String, BodyKind)])
    func `recognizes text formats`(text: String, kind: BodyKind) {
        #expect(BodyKind(Array(text.utf8)) == kind)
    }

    @Test(
        arguments: [
            ([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0], .image("image/png")),
            ([0xff, 0xd8, 0xff, 0xe0], .image("image/jpeg")),
            (Array("GIF89a".utf8), .image("image/gif")),
            (Array("RIFF".utf8) + [1, 2, 3, 4] + Array("WEBPVP8 ".utf8), .image("image/webp")),
            ([0, 0, 0, 28] + Array("ftypavif".utf8), .image("image/avif")),
            ([0x00, 0x01, 0x02], .binary),
        ] as [([UInt8], BodyKind)])
    func `recognizes images by their signature`(bytes: [UInt8], kind: BodyKind) {
        #expect(BodyKind(bytes) == kind)
    }
}
