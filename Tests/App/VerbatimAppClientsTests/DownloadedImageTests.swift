import Foundation
import Testing
import VerbatimTestSupport

@testable import VerbatimAppClients

@Suite struct DownloadedImageTests {
    @Test(arguments: ImageSample.all)
    func `reads the format and the dimensions`(sample: ImageSample) throws {
        let image = try DownloadedImage(sample.data)
        #expect((image.format, image.width, image.height) == (sample.format, sample.width, sample.height))
        #expect(image.data == sample.data)
    }

    @Test(arguments: ImageSample.all)
    func `allows bytes after the end`(sample: ImageSample) throws {
        #expect(try DownloadedImage(sample.data + Data("camera".utf8)).width == sample.width)
    }

    @Test(arguments: ImageSample.all)
    func `rejects every beginning of an image`(sample: ImageSample) {
        for count in 0..<sample.data.count {
            let error = #expect(throws: ImageError.self) { try DownloadedImage(sample.data.prefix(count)) }
            let isExpected = error == .unknownFormat || error == .truncated(sample.format, size: count)
            #expect(isExpected, "\(count) bytes: \(String(describing: error))")
        }
    }

    @Test(arguments: ImageSample.all.filter { $0.format == .png })
    func `rejects a PNG file with any byte changed`(sample: ImageSample) {
        for index in sample.data.indices {
            var data = sample.data
            data[index] ^= 0x10
            #expect(throws: ImageError.self, "byte \(index)") { try DownloadedImage(data) }
        }
    }

    @Test(
        arguments: [
            (
                [0xFF, 0xD8, 0xFF, 0xD9],
                "a jpeg image that is damaged at byte 4: the image ends without a scan of a frame"
            ),
            (
                [0xFF, 0xD8, 0xFF, 0xE0, 0, 1],
                "a jpeg image that is damaged at byte 6: a segment has the length 1"
            ),
            (
                [0xFF, 0xD8, 0xFF, 0xE0, 0, 2, 7],
                "a jpeg image that is damaged at byte 7: there is no marker"
            ),
            (
                Array("GIF89a".utf8) + [1, 0, 1, 0, 0, 0, 0, 0x3B],
                "a gif image that is damaged at byte 14: there is no image before the trailer"
            ),
            (
                Array("GIF89a".utf8) + [1, 0, 1, 0, 0, 0, 0, 7],
                "a gif image that is damaged at byte 14: there is no block with the label 7"
            ),
            (
                Array("RIFF".utf8) + [4, 0, 0, 0] + Array("WEBP".utf8),
                "a webp image that is damaged at byte 12: there is no chunk with an image"
            ),
            (
                Array("RIFF".utf8) + [12, 0, 0, 0] + Array("WEBPVP8L".utf8) + [9, 0, 0, 0],
                "a webp image that is damaged at byte 20: the chunk 'VP8L' exceeds the file"
            ),
            (Array("<html>".utf8), "no JPEG, PNG, GIF or WebP image"),
        ] as [([UInt8], String)])
    func `says what is damaged, and at which byte`(bytes: [UInt8], message: String) {
        let error = #expect(throws: ImageError.self) { try DownloadedImage(Data(bytes)) }
        #expect(error?.description == message)
    }

    @Test func `reads changed images to their end, or rejects them`() {
        var random = SeededRandom(seed: 7)
        for _ in 0..<TestEffort.count(300, of: 100_000) {
            var data = random.pick(ImageSample.all).data
            for _ in 0..<random.number(1...4) {
                data[random.number(12...data.count - 1)] = UInt8(random.number(0...255))
            }
            do throws(ImageError) {
                let image = try DownloadedImage(data)
                #expect(image.width > 0 && image.height > 0)
            } catch {
                #expect(error != .unknownFormat)
            }
        }
    }

    /// Files of many small parts.
    private static let longFiles: [@Sendable (Int) -> [UInt8]] = [
        { [0xFF, 0xD8] + (0..<$0).flatMap { _ in [0xFF, 0xD0] as [UInt8] } },
        { [0xFF, 0xD8, 0xFF, 0xDA, 0, 2] + (0..<$0).flatMap { _ in [0xFF, 0] as [UInt8] } },
        {
            Array("GIF89a".utf8) + [1, 0, 1, 0, 0, 0, 0, 0x21, 0]
                + (0..<$0).flatMap { _ in [1, 0] as [UInt8] }
        },
        {
            Array("RIFF".utf8) + [255, 255, 255, 0] + Array("WEBP".utf8)
                + [UInt8](repeating: 0, count: $0 * 8)
        },
    ]

    @Test(.enabled(if: TestEffort.isExhaustive), arguments: longFiles.indices)
    func `takes time linear in the number of bytes`(index: Int) {
        let growth = CostGrowth(from: 4096) {
            Data(Self.longFiles[index]($0))
        } work: { data in
            _ = try? DownloadedImage(data)
        }
        #expect(growth.isLinear, "\(growth)")
    }
}
