/// The formats of section 7.3 of JSON Schema Validation, each checked byte by byte.
///
/// A check is told well-formed UTF-8 and reads all of it: a trailing newline is never overlooked.
/// https://json-schema.org/draft/2020-12/json-schema-validation#section-7.3
enum Format: UInt8, CaseIterable, Sendable {
    case date
    case time
    case dateTime
    case duration
    case email
    case idnEmail
    case hostname
    case idnHostname
    case ipv4
    case ipv6
    case uri
    case uriReference
    case iri
    case iriReference
    case uriTemplate
    case uuid
    case jsonPointer
    case relativeJSONPointer
    case regex

    static let byName: [String: Format] = Dictionary(uniqueKeysWithValues: [
        ("date", .date),
        ("time", .time),
        ("date-time", .dateTime),
        ("duration", .duration),
        ("email", .email),
        ("idn-email", .idnEmail),
        ("hostname", .hostname),
        ("idn-hostname", .idnHostname),
        ("ipv4", .ipv4),
        ("ipv6", .ipv6),
        ("uri", .uri),
        ("uri-reference", .uriReference),
        ("iri", .iri),
        ("iri-reference", .iriReference),
        ("uri-template", .uriTemplate),
        ("uuid", .uuid),
        ("json-pointer", .jsonPointer),
        ("relative-json-pointer", .relativeJSONPointer),
        ("regex", .regex),
    ])

    func accepts(_ text: Span<UInt8>) -> Bool {
        switch self {
        case .date: DateTime.isDate(text)
        case .time: DateTime.isTime(text)
        case .dateTime: DateTime.isDateTime(text)
        case .duration: DateTime.isDuration(text)
        case .email: EmailAddress.isMailbox(text, international: false)
        case .idnEmail: EmailAddress.isMailbox(text, international: true)
        case .hostname: HostName.isHostName(text)
        case .idnHostname: HostName.isInternationalHostName(text)
        case .ipv4: IPAddress.isVersion4(text)
        case .ipv6: IPAddress.isVersion6(text)
        case .uri: URIReference.matches(text, international: false, absolute: true)
        case .uriReference: URIReference.matches(text, international: false, absolute: false)
        case .iri: URIReference.matches(text, international: true, absolute: true)
        case .iriReference: URIReference.matches(text, international: true, absolute: false)
        case .uriTemplate: URITemplate.matches(text)
        case .uuid: MiscFormats.isUUID(text)
        case .jsonPointer: MiscFormats.isJSONPointer(text)
        case .relativeJSONPointer: MiscFormats.isRelativeJSONPointer(text)
        case .regex: MiscFormats.isRegularExpression(text)
        }
    }
}
