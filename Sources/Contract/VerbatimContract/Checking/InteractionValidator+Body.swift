import Foundation
import VerbatimHAR
import VerbatimJSON
import VerbatimSchema

extension InteractionValidator {
    /// Validates the presence, the media type and the content of the body of a response.
    mutating func validateBody(of response: HTTPResponse, _ declared: ResponseObject) {
        guard interaction.request.method != "HEAD", let bytes = readBody(of: response) else { return }
        let kind = BodyKind(bytes)
        if kind == .empty, response.mayBeEmpty || declared.isBodyOptional { return }
        guard !declared.content.isEmpty else {
            if kind != .empty { report(.unexpectedBody(kind), at: declared.node, location: bodyLocation()) }
            return
        }
        let header = response.headers["Content-Type"]
        guard kind != .empty || header != nil else {
            return report(
                .missingBody(expected: declared.content.listed), at: declared.node, location: bodyLocation())
        }
        let type = header.flatMap(MediaType.init)
        let closest = (type ?? MediaType.any).flatMap(declared.content.closest)
        if closest == nil, header != nil || !lacksResponseHeaders {
            report(.mediaType(header, declared.content), at: declared.node["content"])
        }
        // A page of HTML in place of what is declared is worth more than its media type.
        let page = kind == .html ? declared.content.first : nil
        // A part of a body has no format of its own, but is neither empty nor a page of HTML.
        // RFC 9110, section 15.3.7: https://www.rfc-editor.org/rfc/rfc9110#section-15.3.7
        let isPart = response.status == 206 && kind != .empty && kind != .html
        guard !isPart,
            let content = closest ?? declared.content.substitute(for: kind, in: contract.shapes) ?? page
        else { return }
        // An error in place of events is one JSON text, of which a schema describes the whole.
        let isWhole = type?.itemFormat == .events && kind == .json && content.itemSchema == nil
        if let format = type?.itemFormat, kind != .empty, !isWhole || content.schema == nil,
            !content.describesItems(in: format, contract.shapes)
        {
            report(.undocumentedItems(format), at: content.node, location: bodyLocation())
        }
        let expected =
            isWhole && content.schema != nil
            ? .json : ExpectedBodyKind(content, closest == nil ? nil : type, contract.shapes)
        validate(bytes, of: kind, as: expected, content)
    }

    /// Returns the bytes as they are stored, so that a location in them can be opened; nil if the archive has
    /// lost them, which is reported about the archive.
    private mutating func readBody(of response: HTTPResponse) -> Data? {
        do {
            return try response.body.storedBytes()
        } catch {
            if case .bodyLost = error.problem { return nil }
            let (file, reason) =
                if case .bodyUnreadable(let path, let reason) = error.problem {
                    (path, reason)
                } else {
                    (error.file, "\(error.problem)")
                }
            report(.unreadableBody(reason), at: nil, location: SourceLocation(file: file))
            return nil
        }
    }

    private mutating func validate(
        _ bytes: Data, of kind: BodyKind, as expected: ExpectedBodyKind, _ content: MediaTypeObject
    ) {
        let severity = expected.severity(of: kind, hasSchema: content.hasSchema)
        if kind == .empty, !expected.mayBeEmpty {
            report(
                .missingBody(expected: "\(expected)"), at: content.node, location: bodyLocation(),
                severity: severity)
        } else if !expected.accepts(kind) {
            report(
                .body(kind.description(of: bytes), expected: "\(expected)"), at: content.node,
                location: bodyLocation(), severity: severity)
        } else if expected == .json {
            validateJSON(bytes, content)
        } else if case .items(let format) = expected {
            validateItems(bytes, format, content)
        } else if expected == .xml {
            validateXML([UInt8](bytes), content)
        } else if let schema = content.schema, expected == .text || expected == .html {
            validateText(bytes, schema)
        }
    }

    func bodyLocation(line: Int? = nil, column: Int? = nil) -> SourceLocation? {
        interaction.locationInBody(line: line, column: column)
    }

    func bodyLocation(_ position: JSONPosition) -> SourceLocation? {
        bodyLocation(line: position.line, column: position.column)
    }

    // MARK: JSON, XML and text

    private mutating func validateJSON(_ bytes: Data, _ content: MediaTypeObject) {
        let json: JSON
        let text = bytes.withoutByteOrderMark
        if text.count < bytes.count {
            report(.byteOrderMark, at: content.node, location: bodyLocation(line: 1, column: 1))
        }
        do {
            json = try JSON(parsing: text)
        } catch {
            let isCut = error.position.offset >= text.count
            return report(
                isCut ? .truncatedBody("JSON", "\(error)") : .malformedBody("JSON", "\(error)"),
                at: content.node, location: bodyLocation(error.position),
                severity: content.schema == nil ? .warning : nil)
        }
        let walk = content.schema.map { self.walk(json, $0) }
        report(walk.map { json.duplicates(of: $0.suspects) } ?? json.duplicates, content) { $0 }
        if let schema = content.schema { validate(json, schema, walk) { $0 } }
    }

    /// Validates an XML body as the JSON value that its schema describes.
    private mutating func validateXML(_ bytes: [UInt8], _ content: MediaTypeObject) {
        let root: XMLElement
        do {
            root = try XMLReader.read(bytes)
        } catch {
            let position = LineIndex(bytes).position(at: error.offset, in: bytes)
            return report(
                .malformedBody("XML", "\(position): \(error.reason)"), at: content.node,
                location: bodyLocation(position), severity: content.schema == nil ? .warning : nil)
        }
        guard let schema = content.schema else { return }
        if let name = contract.shapes[schema.shape].xml.name, name != root.name {
            return report(
                .body("the root '\(root.name)'", expected: "the root '\(name)'"), at: schema.node,
                location: bodyLocation())
        }
        let text = XMLValue(root, shape: schema.shape, shapes: contract.shapes).text
        guard let json = try? JSON(text, from: OriginalText(bytes)) else { return }
        validate(json, schema) { $0 }
    }

    private mutating func validateText(_ bytes: Data, _ schema: SchemaReference) {
        guard let json = JSON(.string(String(decoding: bytes, as: UTF8.self))) else { return }
        record(json, schema)
        report(contract.violations(of: schema, in: json)) { violation in
            (.responseBodySchema, violation.schema)
        } _: { validator, violation in
            validator.report(
                .invalidText(violation), at: violation.schema, location: validator.bodyLocation())
        }
    }

    // MARK: Values

    /// Reports properties that an object has twice.
    private mutating func report(
        _ duplicates: Excerpt<JSON.Duplicate>, _ content: MediaTypeObject,
        position: (JSONPosition) -> JSONPosition
    ) {
        report(duplicates) { _ in
            (.responsePropertyDuplicate, content.node)
        } _: { validator, duplicate in
            validator.report(
                .duplicateProperty(first: duplicate.first), at: content.node,
                pointer: duplicate.object.appending(duplicate.name),
                location: validator.bodyLocation(position(duplicate.position)))
        }
    }

    private mutating func walk(_ json: JSON, _ schema: SchemaReference) -> ValueWalk.Result {
        ValueWalk.walk(
            json, schema.shape, isOfElements: schema.items != nil, of: contract, coverage: &coverage)
    }

    /// Reports the violations of a schema in a body, and the values that it does not know.
    ///
    /// - Parameters:
    ///   - walk: The result of the walk over the value, if there was one.
    ///   - parent: The pointer of the JSON text in the body, if that has others.
    ///   - position: Returns the position of a value in the body, from that in the JSON text.
    mutating func validate(
        _ json: JSON, _ schema: SchemaReference, _ walk: ValueWalk.Result? = nil,
        in parent: JSONPointer = .root, position: (JSONPosition) -> JSONPosition
    ) {
        reportViolations(of: schema, in: json, parent, position)
        reportNovelties(walk ?? self.walk(json, schema), schema, parent, position)
    }

    /// Reports the violations of a schema in a body, or in an item of one.
    private mutating func reportViolations(
        of schema: SchemaReference, in json: JSON, _ parent: JSONPointer,
        _ position: (JSONPosition) -> JSONPosition
    ) {
        observer?(ValidatedValue(value: json, schema: schema, contract: contract))
        let references = contract.references
        report(contract.violations(of: schema, in: json)) { violation in
            let isWord = violation.unknownWord(references) != nil
            return (isWord ? .responsePropertyValue : violation.rule, violation.schema)
        } _: { validator, violation in
            let word = violation.unknownWord(references)
            let value = word?.value ?? violation.instance
            let pointer = word.map(\.value.pointer) ?? violation.valuePointer
            var message =
                word.map { FindingMessage.unknownWord($0.value, known: $0.known) }
                ?? .invalidValue(violation, in: validator.contract)
            if word == nil { message.conditions = violation.conditions.map(parent.appending) }
            validator.report(
                message, at: violation.schema, pointer: parent.appending(pointer),
                location: validator.bodyLocation(position(value.position)), value: value)
        }
    }

    /// Reports the values that a schema does not know.
    private mutating func reportNovelties(
        _ walk: ValueWalk.Result, _ schema: SchemaReference, _ parent: JSONPointer,
        _ position: (JSONPosition) -> JSONPosition
    ) {
        for novelty in walk.novelties where lists(novelty.rule, at: schema.node) {
            let pointer = novelty.value.pointer
            report(
                .novelty(novelty), at: schema.node, pointer: parent.appending(pointer),
                location: bodyLocation(position(novelty.value.position)), value: novelty.value)
        }
    }
}

extension HTTPResponse {
    /// Whether the response needs no body, whatever the contract declares: those of some statuses have none,
    /// and no client reads that of a redirect.
    ///
    /// RFC 9110, section 6.4.1: https://www.rfc-editor.org/rfc/rfc9110#section-6.4.1
    fileprivate var mayBeEmpty: Bool {
        100...199 ~= status || status == 204 || status == 205 || 300...399 ~= status
    }
}

/// Bodies that are a sequence of items: `itemSchema` describes each, and `schema` all of them as an array.
///
/// https://spec.openapis.org/oas/v3.2.0.html#sequential-media-types
extension InteractionValidator {
    /// Validates the items of the body of a response.
    mutating func validateItems(_ bytes: Data, _ format: ItemFormat, _ content: MediaTypeObject) {
        let schema = content.schema(ofItemsIn: format, contract.shapes)
        let items = format.items(in: bytes, readsData: contract.references.readsContent(of: schema?.node))
        for problem in items.problems {
            report(
                .malformedBody("JSON", "\(problem.position): \(problem.reason)"), at: content.node,
                location: bodyLocation(problem.position), severity: content.hasSchema ? nil : .warning)
        }
        if let position = items.unfinished {
            report(
                .truncatedBody("\(format)", "\(position): the end within an event"), at: content.node,
                location: bodyLocation(position), severity: content.hasSchema ? nil : .warning)
        }
        guard let json = items.json else { return }
        if let schema {
            let walk = walk(json, schema)
            report(json.duplicates(of: walk.suspects), content) { items.position(of: $0) }
            for item in json.elements {
                reportViolations(of: schema, in: item, .root) { items.position(of: $0) }
            }
            reportNovelties(walk, schema, .root) { items.position(of: $0) }
        }
        guard items.problems.isEmpty, let all = content.schema(ofAllItemsWith: contract.shapes) else {
            return
        }
        validate(json, all) { items.position(of: $0) }
    }

    mutating func validateRequestItems(_ bytes: Data, _ format: ItemFormat, _ content: MediaTypeObject) {
        guard let schema = content.schema(ofItemsIn: format, contract.shapes) else { return }
        let items = format.items(in: bytes, readsData: contract.references.readsContent(of: schema.node))
        for item in items.json?.elements.map(\.self) ?? [] { validateRequestBody(item, schema) }
        for problem in items.problems {
            report(.malformedRequestBody("\(problem.position): \(problem.reason)"), at: schema.node)
        }
    }
}

extension MediaTypeObject {
    var hasSchema: Bool { schema != nil || itemSchema != nil }

    /// Returns the schema of each item. Before OpenAPI 3.2 there is none but `schema`, which is meant to be
    /// the one of a line if it allows no array.
    package func schema(ofItemsIn format: ItemFormat, _ shapes: SchemaShapes) -> SchemaReference? {
        let isOfLine = format != .events && schema.map { !shapes[$0.shape].allows("array") } ?? false
        var items = itemSchema ?? (isOfLine ? schema : nil)
        items?.items = format
        return items
    }

    /// Whether a schema describes the items of a body.
    func describesItems(in format: ItemFormat, _ shapes: SchemaShapes) -> Bool {
        guard itemSchema == nil else { return true }
        guard let shape = schema.map({ shapes[$0.shape] }), !shape.allows("string") else { return false }
        return shape.allows("array") ? shape.items != nil : format != .events
    }

    func schema(ofAllItemsWith shapes: SchemaShapes) -> SchemaReference? {
        schema.flatMap { shapes[$0.shape].allows("array") ? $0 : nil }
    }
}
