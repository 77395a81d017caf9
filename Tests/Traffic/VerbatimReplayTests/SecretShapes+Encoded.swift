import Foundation

// MARK: - Digits

extension SecretShape {
    private static func base64(
        _ name: String, around: (String, String) = ("", ""),
        _ write: @escaping @Sendable (String) -> String = { $0 },
        read: @escaping @Sendable (String) -> String = { $0 }
    ) -> SecretShape {
        SecretShape(
            name: name,
            encode: { Array(write(Data((around.0 + $0 + around.1).utf8).base64EncodedString()).utf8) },
            decode: { bytes in
                var text = read(String(decoding: bytes, as: UTF8.self))
                    .replacing("-", with: "+").replacing("_", with: "/").filter { !$0.isNewline }
                while text.utf8.count % 4 != 0 { text += "=" }
                guard let data = Data(base64Encoded: text) else { return nil }
                let plain = String(decoding: data, as: UTF8.self)
                guard plain.hasPrefix(around.0), plain.hasSuffix(around.1) else { return nil }
                return String(plain.dropFirst(around.0.count).dropLast(around.1.count))
            })
    }

    private static func wrapped(_ text: String, _ separator: String, every width: Int = 76) -> String {
        stride(from: 0, to: text.utf8.count, by: width)
            .map { String(text.dropFirst($0).prefix(width)) }.joined(separator: separator)
    }

    /// A form that encodes the text of another one, which is decoded in turn.
    private static func nested(
        _ name: String, _ outer: SecretShape, _ inner: SecretShape
    ) -> SecretShape {
        SecretShape(
            name: name,
            encode: { inner.encode($0).flatMap { outer.encode(String(decoding: $0, as: UTF8.self)) } },
            decode: { bytes in
                guard let text = outer.decode?(bytes) else { return nil }
                return inner.decode.map { $0(Array(text.utf8)) } ?? text
            },
            context: { text in
                guard inner.decode == nil, let bytes = inner.encode(text) else { return text }
                return String(decoding: bytes, as: UTF8.self)
            })
    }

    private static let simpleBase64 = base64("base64")
    private static let mime = base64("MIME", { wrapped($0, "\r\n") })
    static let hexadecimal = SecretShape(
        name: "hexadecimal", encode: { Array($0.utf8.map { Escape.hex($0, 2) }.joined().utf8) },
        decode: { decodeHex($0) })

    private static func decodeHex(_ bytes: [UInt8]) -> String? {
        let digits = bytes.map { UInt8(String(UnicodeScalar($0)), radix: 16) ?? 0 }
        return String(
            decoding: stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] },
            as: UTF8.self)
    }

    static let base64: [SecretShape] =
        [
            simpleBase64, mime,
            base64("base64, second offset", around: ("x", "")),
            base64("base64, third offset", around: ("xy", "z")),
            base64("base64 without padding") { $0.replacing("=", with: "") },
            base64("base64url") {
                $0.replacing("=", with: "").replacing("+", with: "-").replacing("/", with: "_")
            },
            base64("base64 of an object", around: (#"{"a":1,"t":""#, #"","b":[]}"#)),
            base64("base64 of user and password", around: ("user:", "")),
            base64(
                "MIME in JSON", { wrapped($0, "\\r\\n").replacing("/", with: "\\/") },
                read: { $0.replacing("\\r\\n", with: "").replacing("\\/", with: "/") }),
            base64(
                "base64 in a form",
                { $0.replacing("+", with: "%2B").replacing("/", with: "%2f").replacing("=", with: "%3D") },
                read: {
                    $0.replacing("%2B", with: "+").replacing("%2f", with: "/").replacing("%3D", with: "=")
                }),
            base64("base64 in a path", { "/p/x1/" + $0 }, read: { String($0.dropFirst(6)) }),
            base64("base64 in lines of 20", { wrapped($0, "\n", every: 20) }),
            nested("base64 of base64", simpleBase64, simpleBase64),
            nested("base64 of MIME", simpleBase64, mime),
            nested("base64 of base64 of base64", simpleBase64, nested("", simpleBase64, simpleBase64)),
            nested("base64 of hexadecimal", simpleBase64, hexadecimal),
            SecretShape(
                name: "base64 of UTF-16",
                encode: { $0.data(using: .utf16LittleEndian).map { Array($0.base64EncodedString().utf8) } },
                decode: {
                    Data(base64Encoded: String(decoding: $0, as: UTF8.self))
                        .flatMap { String(data: $0, encoding: .utf16LittleEndian) }
                }),
            SecretShape(
                name: "base64 in UTF-16",
                encode: {
                    Data($0.utf8).base64EncodedString().data(using: .utf16BigEndian).map { Array($0) }
                },
                decode: {
                    String(data: Data($0), encoding: .utf16BigEndian)
                        .flatMap { Data(base64Encoded: $0) }.map { String(decoding: $0, as: UTF8.self) }
                }),
        ]
        + (json + urls + markup).prefix(24).map { escaped in
            nested("base64 of \(escaped.name)", simpleBase64, escaped)
        }

    static let digits: [SecretShape] = [
        hexadecimal,
        SecretShape(
            name: "hexadecimal, upper case",
            encode: { Array($0.utf8.map { Escape.hex($0, 2, uppercase: true) }.joined().utf8) },
            decode: { decodeHex($0) }),
        SecretShape(
            name: "hexadecimal, odd offset",
            encode: { Array(("f" + $0.utf8.map { Escape.hex($0, 2) }.joined()).utf8) },
            decode: { decodeHex(Array($0.dropFirst())) }),
        nested("hexadecimal of base64", hexadecimal, simpleBase64),
        nested("hexadecimal of percent", hexadecimal, urls[0]),
        SecretShape(name: "base32", encode: { base32(Array($0.utf8)) }, decode: { decodeBase32($0) }),
    ]

    private static let base32Digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)

    static func base32(_ bytes: [UInt8]) -> [UInt8] {
        var bits = bytes.flatMap { byte in (0..<8).reversed().map { byte >> UInt8($0) & 1 } }
        while bits.count % 5 != 0 { bits.append(0) }
        return stride(from: 0, to: bits.count, by: 5).map { start in
            base32Digits[Int(bits[start..<(start + 5)].reduce(0) { $0 << 1 | $1 })]
        }
    }

    private static func decodeBase32(_ digits: [UInt8]) -> String {
        let bits = digits.flatMap { digit in
            (0..<5).reversed().map { (base32Digits.firstIndex(of: digit) ?? 0) >> $0 & 1 }
        }
        return String(
            decoding: stride(from: 0, to: bits.count / 8 * 8, by: 8).map { start in
                UInt8(bits[start..<(start + 8)].reduce(0) { $0 << 1 | $1 })
            }, as: UTF8.self)
    }
}

// MARK: - Compressed data

extension SecretShape {
    private static func refused(
        _ name: String, _ encode: @escaping @Sendable ([UInt8]) -> [UInt8]
    ) -> SecretShape {
        SecretShape(name: name, encode: { encode(Array($0.utf8)) }, isRefused: true)
    }

    private static func base64(_ bytes: [UInt8]) -> [UInt8] { Array(Data(bytes).base64EncodedData()) }

    static let packed: [SecretShape] = [
        refused("gzip") { Compressor.gzip($0) },
        refused("second member of gzip") { Compressor.gzip(Array("first".utf8)) + Compressor.gzip($0) },
        refused("zlib") { Compressor.zlib($0) },
        refused("DEFLATE") { Compressor.deflate($0) },
        refused("zip") { Compressor.zip($0) },
        refused("gzip in gzip") { Compressor.gzip(Compressor.gzip($0)) },
        refused("zip in gzip") { Compressor.gzip(Compressor.zip($0)) },
        refused("gzip in a multipart body") {
            Array("--b\r\nContent-Type: application/gzip\r\n\r\n".utf8) + Compressor.gzip($0)
                + Array("\r\n--b--\r\n".utf8)
        },
        refused("base64 of gzip in JSON") {
            Array(#"{"data":""#.utf8) + base64(Compressor.gzip($0)) + Array(#""}"#.utf8)
        },
        refused("gzip of base64") { Compressor.gzip(base64($0)) },
        refused("base64 of gzip of base64") { base64(Compressor.gzip(base64($0))) },
        refused("base64 of DEFLATE, as SAML sends it") {
            Array("SAMLRequest=".utf8) + base64(Compressor.deflate(Array("<samlp:AuthnRequest>".utf8) + $0))
        },
        refused("gzip of JSON") {
            Compressor.gzip(Array(Escape.unicode(String(decoding: $0, as: UTF8.self)).utf8))
        },
        refused("hexadecimal of zlib") { bytes in
            Array(Compressor.zlib(bytes).map { Escape.hex($0, 2) }.joined().utf8)
        },
        refused("a stored block of gzip") { Compressor.gzip(stored: $0) },
        refused("zlib in a PDF") { Array("%PDF-1.7 stream\n".utf8) + Compressor.zlib($0) },
    ]
}
