import Foundation
import VerbatimContract
import VerbatimHAR
import VerbatimJSON

/// Returns the lines around values, also around those in bodies that an archive contains.
///
/// An archive is parsed once as long as its entries are asked for in a row.
package final class ExcerptReader {
    private let files: SourceFiles
    private var archive: (file: String, entries: [JSON])?
    private var body: (location: SourceLocation, text: SourceText, json: JSON)?
    private var contract: (file: String, json: JSON)?

    package init(_ files: SourceFiles) { self.files = files }

    /// Returns the lines around a value; nil if nothing is known but its file or its entry.
    ///
    /// - Parameters:
    ///   - location: The location of the value, or without a column, of the entry that contains the body.
    ///   - pointer: The JSON Pointer of the value in the body, if it is in one.
    ///   - part: The part of the entry that it is about otherwise: `header 'Date'`.
    func excerpt(at location: SourceLocation, pointer: JSONPointer?, part: String? = nil) -> SourceExcerpt? {
        guard location.column == nil else { return files.excerpt(at: location) }
        if let part, let entry = entry(at: location),
            let position = FindingPart(part)?.value(in: entry)?.position
        {
            return excerpt(of: location.file, at: position)
        }
        guard let pointer, readBody(of: location), let body else { return nil }
        let position = body.json[pointer].position
        return files.excerpt(of: body.text, line: position.line, column: position.column)
    }

    /// Returns the lines around a part of a contract; in `required`, around the name that a finding is about.
    func excerpt(inContract location: SourceLocation, at pointer: JSONPointer?, name: String?)
        -> SourceExcerpt?
    {
        guard let pointer, let name, pointer.tokens.last == "required",
            let element = json(of: location.file)?[pointer].elements.first(where: { $0.string == name })
        else { return files.excerpt(at: location) }
        return excerpt(of: location.file, at: element.position)
    }

    /// Returns a location, with a link to the file if there is an address for it.
    func link(to location: SourceLocation) -> HTML {
        let code: HTML = "<code>\(location.description)</code>"
        return files.address(of: location).map { "<a href=\"\($0)\">\(code)</a>" } ?? code
    }

    /// Returns the request whose response a location is in, without secrets.
    func request(at location: SourceLocation) -> RecordedRequest? {
        guard !location.file.hasSuffix(".har") else { return entry(at: location).map { request(of: $0) } }
        let names = location.file.split(separator: "/", omittingEmptySubsequences: false)
        let body = names.suffix(2).joined(separator: "/")
        let archive = names.dropLast().joined(separator: "/") + ".har"
        let entry = entries(of: archive).first { $0["response"]["content"]["_file"].string == body }
        return entry.map { request(of: $0) }
    }

    private func request(of entry: JSON) -> RecordedRequest {
        let request = entry["request"]
        let headers = request["headers"].elements.map { header in
            HeaderFields.Field(name: header["name"].string ?? "", value: header["value"].string ?? "")
        }
        return RecordedRequest(
            HTTPRequest(
                request["method"].string ?? "GET", request["url"].string ?? "",
                headers: HeaderFields(headers),
                body: request["postData"]["text"].string.map { Data($0.utf8) }),
            day: entry["startedDateTime"].string.map { String($0.prefix(10)) }, files.redact)
    }

    private func excerpt(of file: String, at position: JSONPosition) -> SourceExcerpt? {
        files.excerpt(at: SourceLocation(file: file, line: position.line, column: position.column))
    }

    /// Returns a contract in JSON, which is parsed once as long as its parts are asked for in a row.
    private func json(of file: String) -> JSON? {
        if let contract, contract.file == file { return contract.json }
        contract = files.text(of: file).flatMap { try? JSON(parsing: $0.bytes) }.map { (file, $0) }
        return contract?.json
    }

    /// Makes `body` the one of an entry; returns false if it is not JSON.
    private func readBody(of location: SourceLocation) -> Bool {
        guard body?.location != location else { return true }
        guard let content = entry(at: location)?["response"]["content"], let text = content["text"].string
        else { return false }
        let isEncoded = content["encoding"].string == "base64"
        let bytes = isEncoded ? Data(base64Encoded: text).map { [UInt8]($0) } : Array(text.utf8)
        guard let bytes, let json = try? JSON(parsing: bytes) else { return false }
        body = (location, SourceText(bytes), json)
        return true
    }

    private func entry(at location: SourceLocation) -> JSON? {
        let entries = entries(of: location.file)
        if let index = location.entry { return entries.indices.contains(index) ? entries[index] : nil }
        return entries.first { $0.position.line == location.line }
    }

    private func entries(of file: String) -> [JSON] {
        if let archive, archive.file == file { return archive.entries }
        let json = files.text(of: file).flatMap { try? JSON(parsing: $0.bytes) }
        let entries = json.map { Array($0["log"]["entries"].elements) } ?? []
        archive = (file, entries)
        return entries
    }
}

struct RecordedRequest {
    let command: String
    let day: String?

    /// Creates a request without secrets.
    ///
    /// A part of it, which any file may contain, is one word to a shell, and no name of a file to curl.
    init(_ request: HTTPRequest, day: String? = nil, _ redact: (String) -> String) {
        let headers = request.headers.map { ("-H ", "\($0.name): \($0.value)") }
        let body = request.body.map { ("--data-raw ", String(decoding: $0, as: UTF8.self)) }
        let method = request.method == "GET" ? [] : [("-X ", request.method)]
        let words = method + [("", request.url)] + headers + [body].compactMap(\.self)
        command = (["curl"] + words.map { "\($0)'\(redact($1).replacing("'", with: #"'\''"#))'" })
            .joined(separator: " ")
        self.day = day
    }
}

extension FindingPart {
    /// Returns the value of the part in an entry of an archive; where it is missing, what should contain it.
    fileprivate func value(in entry: JSON) -> JSON? {
        let (request, response) = (entry["request"], entry["response"])
        return switch self {
        case .status: Self.present(response["status"])
        case .mediaType: Self.header("Content-Type", of: response)
        case .requestMediaType: Self.header("Content-Type", of: request)
        case .header(let name): Self.header(name, of: response)
        case .parameter(.header, let name): Self.header(name, of: request)
        case .parameter(.query, let name):
            Self.field(in: request["queryString"]) { $0 == name } ?? Self.present(request["url"])
        case .parameter, .security: Self.present(request["url"])
        }
    }

    private static func header(_ name: String, of message: JSON) -> JSON? {
        let headers = message["headers"]
        return field(in: headers) { $0.lowercased() == name.lowercased() } ?? present(headers)
    }

    private static func field(in fields: JSON, where isNamed: (String) -> Bool) -> JSON? {
        fields.elements.first { isNamed($0["name"].string ?? "") }.map { $0["value"] }
    }

    private static func present(_ value: JSON) -> JSON? { value.exists ? value : nil }
}
