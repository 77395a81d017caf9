import Foundation
import Testing

@testable import VerbatimAppClients

/// A small image, as Pillow writes it.
struct ImageSample: Sendable, CustomTestStringConvertible {
    let name: String
    let format: ImageFormat
    let width: Int
    let height: Int
    let data: Data

    var testDescription: String { name }

    private init(_ name: String, _ format: ImageFormat, _ width: Int, _ height: Int, _ base64: String) {
        self.name = name
        self.format = format
        self.width = width
        self.height = height
        data = Data(base64Encoded: base64, options: .ignoreUnknownCharacters) ?? Data()
    }

    static let all = [
        ImageSample(
            "JPEG", .jpeg, 3, 2,
            """
            /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQ
            c1tdhbWGkJ6jq62rZ4C8ybqmx5moq6T/wAALCAACAAMBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAABf/EABkQAAEF
            AAAAAAAAAAAAAAAAAAABAjGBsf/aAAgBAQAAPwA5kWun/9k=
            """),
        ImageSample(
            "progressive JPEG with restarts", .jpeg, 20, 13,
            """
            /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAFA3PEY8MlBGQUZaVVBfeMiCeG5uePWvuZHI////////////////////
            ////////////////////////////////wgALCAANABQBAREA/8QAFwAAAwEAAAAAAAAAAAAAAAAAAAIDAf/dAAQA
            Af/aAAgBAQAAAAGf/9Bf/9HP/9I//9Nv/9Sn/8QAFRABAQAAAAAAAAAAAAAAAAAAABH/2gAIAQEAAQUCj//Qj//R
            j//Sf//Tf//Uf//EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEABj8Cf//Qf//Rf//Sf//Tf//Uf//EABYQAQEB
            AAAAAAAAAAAAAAAAAAABEf/aAAgBAQABPyE//9A//9E//9KR/9OR/9TH/9oACAEBAAAAEH//0H//0X//0v8A/9P/
            AP/Uf//EABUQAQEAAAAAAAAAAAAAAAAAAAEA/9oACAEBAAE/ECf/0Cf/0Sf/0gv/0wv/1AX/2Q==
            """),
        ImageSample(
            "PNG", .png, 3, 2,
            """
            iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAAFklEQVR4nGP8zwAFTAwMDIwM/xkYGAAXKwIDoqc3
            2AAAAABJRU5ErkJggg==
            """),
        ImageSample(
            "PNG with a palette", .png, 3, 2,
            """
            iVBORw0KGgoAAAANSUhEUgAAAAMAAAACAQMAAACnuvRZAAAABlBMVEX/AAAAAP9sof2OAAAADElEQVR4nGNgYHAA
            AABEAEGXj2jLAAAAAElFTkSuQmCC
            """),
        ImageSample(
            "GIF", .gif, 3, 2,
            """
            R0lGODdhAwACAIEAAP8AAAAA/wAAAAAAACwAAAAAAwACAAAICAABCAQQAEBAADs=
            """),
        ImageSample(
            "animated GIF", .gif, 3, 2,
            """
            R0lGODlhAwACAIEAAP8AAAAA/wAAAAAAACH/C05FVFNDQVBFMi4wAwEAAAAh+QQABQAAACwAAAAAAwACAAAICAAB
            CAQQAEBAACH5BAEFAAIALAEAAAABAAIAgf8AAAAA/wAAAAAAAAgFAAMACAgAOw==
            """),
        ImageSample(
            "lossy WebP", .webp, 3, 2,
            """
            UklGRkQAAABXRUJQVlA4IDgAAABwAQCdASoDAAIABUB8JagCdAF1AAD+6ZAuIPAVK/0Eu4Sm3Yn0tpms8X/5cC+H
            ++T/bb8vTQAAAA==
            """),
        ImageSample(
            "lossless WebP", .webp, 3, 2,
            """
            UklGRiAAAABXRUJQVlA4TBMAAAAvAkAAAA8Q87//8x8OXnAQ0f8IAA==
            """),
        ImageSample(
            "extended WebP", .webp, 3, 2,
            """
            UklGRlYAAABXRUJQVlA4WAoAAAAQAAAAAgAAAQAAQUxQSAcAAAAAZGRkZGRkAFZQOCAoAAAAkAEAnQEqAwACAAVA
            fCWgAnS6AAOYAP7o1x15T4m2/+Zo/Sb6TeYAAA==
            """),
        ImageSample(
            "animated WebP", .webp, 3, 2,
            """
            UklGRswAAABXRUJQVlA4WAoAAAACAAAAAgAAAQAAQU5JTQYAAAAAAAAAAABBTk1GUAAAAAAAAAAAAAIAAAEAAAAA
            AAJWUDggOAAAAFABAJ0BKgMAAgAFQHwlqAAEdAAA/ukBSLDwFSv9BLuEp/yRA27OjbD8///lwL4f75P9tvy8NAAA
            QU5NRkgAAAAAAAAAAAABAAABAAAAAAAAVlA4IDAAAABUAQCdASoCAAIAAAB8JaAABHQAAP7o7xTag+XqysDa/S7m
            m9f/+CC/iC/iCsAAAAA=
            """),
    ]
}
