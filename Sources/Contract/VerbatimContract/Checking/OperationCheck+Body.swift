import Foundation
import VerbatimHAR
import VerbatimJSON

extension OperationCheck {
    /// Whether there is a body, whether its media type is declared, and whether it is what that says.
    mutating func checkBody(of response: HTTPResponse, _ promise: ResponseObject) {
        guard interaction.request.method != "HEAD", let bytes = read(response.body) else { return }
        let kind = BodyKind(bytes)
        guard !promise.content.isEmpty else {
            if kind != .empty {
                noteBody(.responseBodyUnexpected, found: kind.words, expected: "no body", promise.node)
            }
            return
        }
        let header = response.headers["Content-Type"]
        let claimed = header.flatMap(MediaType.init)
        let declared = claimed.flatMap(promise.content.closest)
        guard kind != .empty || header != nil else {
            return noteBody(.responseBodyMissing, found: "empty", expected: promise.mediaTypes, promise.node)
        }
        if declared == nil { noteMediaType(header, promise) }
        guard let content = declared ?? promise.content.substitute(for: kind, in: contract.shapes) else {
            return
        }
        let expected = ContentKind(content, claimed: declared == nil ? nil : claimed, shapes: contract.shapes)
        checkBody(bytes, of: kind, as: expected, content)
    }

    /// The bytes as they are stored, so that positions in them can be opened.
    private mutating func read(_ body: HTTPBody) -> Data? {
        do {
            return try body.storedBytes()
        } catch {
            noteUnreadable(error)
            return nil
        }
    }

    private mutating func noteUnreadable(_ error: ArchiveError) {
        let (file, reason) =
            if case .bodyUnreadable(let path, let reason) = error.problem {
                (path, reason)
            } else {
                (error.file, "\(error.problem)")
            }
        note(
            .responseBodyUnreadable, "the body", found: "not readable: \(reason)", expected: "a file",
            promise: nil, at: SourceLocation(file: file), next: ContractMessages.recordAgain(contract.api))
    }

    private mutating func noteMediaType(_ header: String?, _ promise: ResponseObject) {
        note(
            header == nil ? .responseMediaTypeMissing : .responseMediaTypeUndocumented, "the media type",
            found: header.map { "'\($0)'" } ?? "missing", expected: promise.mediaTypes,
            promise: promise.node["content"])
    }

    private mutating func checkBody(
        _ bytes: Data, of kind: BodyKind, as expected: ContentKind, _ content: MediaTypeObject
    ) {
        if kind == .empty, expected != .text, expected != .anything {
            noteBody(.responseBodyMissing, found: "empty", expected: expected.words, content.node)
        } else if !expected.accepts(kind) {
            noteBody(.responseBodyKind, found: kind.words, expected: expected.words, content.node)
        } else if expected == .json {
            checkJSON(bytes, content)
        } else if expected == .xml {
            checkXML([UInt8](bytes), content)
        } else if let schema = content.schema, expected == .text || expected == .html {
            checkText(bytes, schema)
        }
    }

    private mutating func checkJSON(_ bytes: Data, _ content: MediaTypeObject) {
        let json: JSON
        do {
            json = try JSON(parsing: bytes)
        } catch {
            let location = location(line: error.position.line, column: error.position.column)
            noteBody(
                .responseBodyMalformed, found: "not JSON: \(error)", expected: "JSON", content.node,
                at: location
            )
            return
        }
        for duplicate in json.duplicates {
            let pointer = duplicate.object.appending(duplicate.name).description
            note(
                .responsePropertyDuplicate, nil, found: "there twice, first at \(duplicate.first)",
                expected: "once",
                promise: content.node, pointer: pointer,
                at: location(line: duplicate.position.line, column: duplicate.position.column))
        }
        if let schema = content.schema { check(json, schema) }
    }

    private mutating func checkText(_ bytes: Data, _ schema: SchemaReference) {
        let text = JSONValue.string(String(decoding: bytes, as: UTF8.self)).text(.compact)
        guard let json = try? JSON(parsing: text) else { return }
        see(json, schema)
        for fault in contract.faults(in: json, of: schema) {
            noteBody(.responseBodySchema, found: fault.found, expected: fault.expected, fault.promise)
        }
    }

    /// Adds a finding about the body as a whole.
    mutating func noteBody(
        _ rule: Rule, found: String, expected: String, _ promise: JSON, at location: SourceLocation? = nil
    ) {
        note(
            rule, "the body", found: found, expected: expected, promise: promise,
            at: location ?? self.location())
    }

    func location(line: Int? = nil, column: Int? = nil) -> SourceLocation? {
        interaction.locationInBody(line: line, column: column)
    }
}
