import VerbatimJSON
package import VerbatimRegex

/// The formats of section 7.3 of JSON Schema Validation.
///
/// Checks read all of a text, so that a trailing newline is never ignored.
/// https://json-schema.org/draft/2020-12/json-schema-validation#section-7.3
package enum Format: String, CaseIterable, Sendable {
    /// A date of RFC 3339, as in `2024-02-29`.
    case date
    /// A time of RFC 3339 with its offset, as in `13:05:09Z`.
    case time
    /// A date with a time of RFC 3339.
    case dateTime = "date-time"
    /// A duration of RFC 3339, as in `P1DT12H`.
    case duration
    /// An email address of RFC 5321.
    case email
    /// An internationalized email address of RFC 6531.
    case idnEmail = "idn-email"
    /// A host name of RFC 1123 or 5891.
    case hostname
    /// An internationalized host name of RFC 5890.
    case idnHostname = "idn-hostname"
    /// An IPv4 address of RFC 2673.
    case ipv4
    /// An IPv6 address of RFC 4291.
    case ipv6
    /// A URI of RFC 3986.
    case uri
    /// A URI or relative reference of RFC 3986.
    case uriReference = "uri-reference"
    /// An IRI of RFC 3987.
    case iri
    /// An IRI or relative reference of RFC 3987.
    case iriReference = "iri-reference"
    /// A URI template of RFC 6570.
    case uriTemplate = "uri-template"
    /// A UUID of RFC 4122, of any version.
    case uuid
    /// A JSON pointer of RFC 6901.
    case jsonPointer = "json-pointer"
    /// A relative JSON pointer.
    case relativeJSONPointer = "relative-json-pointer"
    /// A regular expression of ECMA-262 with the `u` flag.
    case regex

    package func accepts(_ text: String) -> Bool { text.withByteSpan(accepts) }

    /// Returns whether a text, in well-formed UTF-8, has the format.
    package func accepts(_ text: ByteSpan) -> Bool {
        switch self {
        case .date: DateTime.isDate(text)
        case .time: DateTime.isTime(text)
        case .dateTime: DateTime.isDateTime(text)
        case .duration: DateTime.isDuration(text)
        case .email: EmailAddress.matches(text, international: false)
        case .idnEmail: EmailAddress.matches(text, international: true)
        case .hostname: HostName.isHostName(text)
        case .idnHostname: HostName.isInternationalHostName(text)
        case .ipv4: IPAddress.isVersion4(text)
        case .ipv6: IPAddress.isVersion6(text)
        case .uri: URIReference.matches(text, international: false, absolute: true)
        case .uriReference: URIReference.matches(text, international: false, absolute: false)
        case .iri: URIReference.matches(text, international: true, absolute: true)
        case .iriReference: URIReference.matches(text, international: true, absolute: false)
        case .uriTemplate: URITemplate.matches(text)
        case .uuid: Format.isUUID(text)
        case .jsonPointer: Format.isJSONPointer(text, from: 0)
        case .relativeJSONPointer: Format.isRelativeJSONPointer(text)
        case .regex: Format.isRegularExpression(text)
        }
    }

    package var sample: String {
        switch self {
        case .date: "2024-02-29"
        case .time: "13:05:09Z"
        case .dateTime: "2024-02-29T13:05:09Z"
        case .duration: "P1DT2H"
        case .email, .idnEmail: "a@example.com"
        case .hostname, .idnHostname: "example.com"
        case .ipv4: "192.0.2.1"
        case .ipv6: "2001:db8::1"
        case .uri, .iri: "https://example.com/a"
        case .uriReference, .iriReference: "/a"
        case .uriTemplate: "/a/{b}"
        case .uuid: "2eb8aa08-aa98-11ea-b4aa-73b441d16380"
        case .jsonPointer: "/a"
        case .relativeJSONPointer: "1/a"
        case .regex: "a+"
        }
    }

    // MARK: Short formats

    /// `UUID`. https://www.rfc-editor.org/rfc/rfc4122#section-3
    private static func isUUID(_ text: ByteSpan) -> Bool {
        guard text.count == 36 else { return false }
        for index in 0..<36 {
            let isHyphen = index == 8 || index == 13 || index == 18 || index == 23
            guard isHyphen ? text[index] == UInt8(ascii: "-") : text[index].isHexDigit else { return false }
        }
        return true
    }

    /// `json-pointer`. https://www.rfc-editor.org/rfc/rfc6901#section-3
    private static func isJSONPointer(_ text: ByteSpan, from start: Int) -> Bool {
        guard start < text.count else { return true }
        guard text[start] == UInt8(ascii: "/") else { return false }
        for index in start..<text.count where text[index] == UInt8(ascii: "~") {
            let next = index + 1
            guard next < text.count, text[next] == UInt8(ascii: "0") || text[next] == UInt8(ascii: "1")
            else { return false }
        }
        return true
    }

    /// `relative-json-pointer`.
    /// https://datatracker.ietf.org/doc/html/draft-handrews-relative-json-pointer-01#section-3
    private static func isRelativeJSONPointer(_ text: ByteSpan) -> Bool {
        var index = 0
        let digits = text.skip(&index, while: \.isDigit)
        guard digits == 1 || digits > 1 && text[0] != UInt8(ascii: "0") else { return false }
        if text.consume("#", &index) { return index == text.count }
        return isJSONPointer(text, from: index)
    }

    /// `Pattern` with the `u` flag. https://tc39.es/ecma262/#sec-patterns
    private static func isRegularExpression(_ text: ByteSpan) -> Bool {
        var scalars = String.UnicodeScalarView()
        for value in UTF8Scalar.all(text) { scalars.append(Unicode.Scalar(value) ?? "\u{FFFD}") }
        return Pattern.isWellFormed(String(scalars))
    }
}
