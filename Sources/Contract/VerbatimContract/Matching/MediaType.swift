package import VerbatimHAR
import VerbatimJSON

/// A media type or media range, with parameters: `text/javascript; charset=utf-8`, `image/*`.
///
/// RFC 9110, section 8.3.1: https://www.rfc-editor.org/rfc/rfc9110#section-8.3.1
package struct MediaType: Sendable, Hashable, Codable {
    /// The type and subtype in lower case: `text/javascript`.
    ///
    /// https://mimesniff.spec.whatwg.org/#mime-type-essence
    package let essence: String
    /// The parameters, with names and values in lower case.
    package let parameters: [String: String]
    /// The text as written.
    package let text: String

    /// Parses a media type, or returns nil if there is no `type/subtype`.
    package init?(_ text: String) {
        guard let known = Self.known.value(of: text, Self.init(unknown:)) else { return nil }
        self = known
    }

    private static let known = NameMemo<MediaType?>()

    private init?(unknown text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: ";")).map { Substring($0).trimming(" \t") }
        guard let essence = parts.first?.lowercased(), Self.isEssence(essence) else { return nil }
        self.essence = essence
        self.text = text
        parameters = parts.dropFirst().reduce(into: [:]) { parameters, part in
            let pair = part.utf8.split(separator: UInt8(ascii: "="), maxSplits: 1)
                .map { Substring($0).trimming(" \t\"").lowercased() }
            if pair.count == 2 { parameters[pair[0]] = pair[1] }
        }
    }

    package static let any = MediaType("*/*")

    private static func isEssence(_ text: String) -> Bool {
        let (bytes, slash) = (text.utf8, UInt8(ascii: "/"))
        return bytes.count { $0 == slash } == 1 && bytes.first != slash && bytes.last != slash
            && !bytes.contains(UInt8(ascii: " "))
    }

    /// Returns how closely the range matches a media type, higher being closer, or nil if it does not.
    package func closeness(to type: MediaType) -> Int? {
        guard parameters.allSatisfy({ type.parameters[$0.key] == $0.value }) else { return nil }
        if essence == type.essence { return 2 + parameters.count }
        if essence.hasSuffix("/*"), type.essence.hasPrefix(essence.dropLast()) { return 1 }
        return essence == "*/*" ? 0 : nil
    }

    /// Returns whether the range is of the same type and subtype as a media type, and no parameter but the
    /// `charset` has another value in it.
    func isCompatible(with type: MediaType) -> Bool {
        essence == type.essence
            && parameters.allSatisfy {
                $0.key == "charset" || type.parameters[$0.key] ?? $0.value == $0.value
            }
    }

    package var isJSON: Bool {
        essence.hasSuffix("/json") || canonicalEssence == "application/json"
            || essence.hasSuffix("+json") && canonicalEssence == essence
    }
    package var isXML: Bool { essence.hasSuffix("/xml") || essence.hasSuffix("+xml") }
    /// Whether the type is HTML, in the syntax of XML or not.
    package var isHTML: Bool { essence == "text/html" || essence.hasSuffix("xhtml+xml") }
    package var isImage: Bool { essence.hasPrefix("image/") && !isXML }
    package var isForm: Bool { essence == "application/x-www-form-urlencoded" }

    // MARK: Synonyms

    /// The type and subtype under which most servers send the format.
    package var canonicalEssence: String { Self.synonyms[essence] ?? essence }

    /// Whether the range is another name of the format of a media type, which has its parameters.
    package func isSynonym(of type: MediaType) -> Bool {
        essence != type.essence && canonicalEssence == type.canonicalEssence
            && parameters.allSatisfy { type.parameters[$0.key] == $0.value }
    }

    /// The other names of formats, most of them older than their registration.
    ///
    /// https://www.iana.org/assignments/media-types and https://mimesniff.spec.whatwg.org/#mime-type-groups
    private static let synonyms: [String: String] = [
        ("application/json", ["text/json", "text/x-json", "application/x-json"]),
        (
            "application/jsonl",
            [
                "application/x-ndjson", "application/ndjson", "application/x-jsonlines",
                "application/stream+json",
            ]
        ),
        ("application/xml", ["text/xml", "application/x-xml"]),
        (
            "text/javascript",
            [
                "application/javascript", "application/x-javascript", "text/x-javascript",
                "application/ecmascript", "application/x-ecmascript", "text/ecmascript",
            ]
        ),
        ("application/yaml", ["application/x-yaml", "text/yaml", "text/x-yaml"]),
        ("application/gzip", ["application/x-gzip"]),
        ("application/zip", ["application/x-zip", "application/x-zip-compressed"]),
        ("image/x-icon", ["image/vnd.microsoft.icon", "image/ico", "image/icon", "application/ico"]),
        ("image/jpeg", ["image/jpg", "image/pjpeg"]),
        ("image/png", ["image/x-png", "image/apng"]),
        ("image/bmp", ["image/x-bmp", "image/x-ms-bmp"]),
        ("font/woff", ["application/font-woff", "application/x-font-woff"]),
        ("font/woff2", ["application/font-woff2", "application/x-font-woff2"]),
        ("font/ttf", ["application/x-font-ttf", "application/x-font-truetype"]),
        ("font/otf", ["application/x-font-otf", "application/x-font-opentype"]),
        ("audio/mpeg", ["audio/mp3", "audio/x-mp3"]),
        ("audio/wav", ["audio/x-wav", "audio/wave"]),
    ].reduce(into: [:]) { table, format in
        for name in format.1 { table[name] = format.0 }
    }
}

extension Substring {
    /// Returns the text without some ASCII characters at both ends.
    func trimming(_ characters: StaticString) -> Substring {
        let ends = UnsafeBufferPointer(start: characters.utf8Start, count: characters.utf8CodeUnitCount)
        let start = utf8.firstIndex { !ends.contains($0) } ?? endIndex
        let end = utf8.lastIndex { !ends.contains($0) }.map(utf8.index(after:)) ?? start
        return self[start..<end]
    }
}

extension Interaction {
    /// Whether the server did not reject the request.
    package var isAccepted: Bool { outcome.response.map { !(400..<500).contains($0.status) } ?? false }

    /// The media type of the body of the request. JSON that is sent without one or as a form counts as JSON,
    /// and the fields of a form as a form, unless the server did not understand the request.
    ///
    /// RFC 9110, section 8.3: https://www.rfc-editor.org/rfc/rfc9110#section-8.3
    package var requestMediaType: MediaType? {
        let header = request.headers["Content-Type"] ?? ""
        let named = MediaType(header)
        // Some clients, such as URLSession, take a body for a form unless they are given its type.
        guard header.isEmpty || named?.isForm == true else { return named }
        guard let status = outcome.response?.status, ![400, 415, 422].contains(status) else { return named }
        if request.structuredBody != nil { return MediaType("application/json") }
        return named ?? (request.isForm ? MediaType("application/x-www-form-urlencoded") : nil)
    }
}

extension HTTPRequest {
    /// Whether the body is a list of fields as forms have them: names, of which some have values and others
    /// may have no sign of equality.
    fileprivate var isForm: Bool {
        guard let body, body.count <= 1 << 16 else { return false }
        let fields = body.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false).map {
            $0.split(separator: UInt8(ascii: "="), omittingEmptySubsequences: false)
        }
        return fields.contains { $0.count == 2 && !$0[1].isEmpty }
            && fields.filter { $0.count > 1 || !$0[0].isEmpty }.allSatisfy { field in
                field.count <= 2 && field[0].first?.isLetter == true
                    && field[0].allSatisfy { $0.isLetterOrDigit || "_.-[]%".utf8.contains($0) }
                    && field.dropFirst().joined().allSatisfy { $0 > 0x20 && $0 < 0x7f }
            }
    }
}
