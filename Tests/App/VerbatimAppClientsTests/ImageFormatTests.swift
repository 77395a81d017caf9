import Foundation
import Testing

@testable import VerbatimAppClients

@Suite struct ImageFormatTests {
    @Test(arguments: [
        ([0xFF, 0xD8, 0xFF, 0xE0], ImageFormat.jpeg),
        ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], .png),
        (Array("GIF89a".utf8), .gif),
        (Array("GIF87a".utf8), .gif),
        (Array("RIFF\0\0\0\0WEBPVP8 ".utf8), .webp),
    ])
    func `detects images by their first bytes`(bytes: [UInt8], format: ImageFormat) {
        #expect(ImageFormat(of: Data(bytes)) == format)
    }

    @Test(arguments: [
        [], Array("<html>".utf8), [0xFF, 0xD8], Array("RIFF\0\0\0\0WAVE".utf8), Array("GIF".utf8),
    ])
    func `detects nothing else`(bytes: [UInt8]) {
        #expect(ImageFormat(of: Data(bytes)) == nil)
    }
}
