import VerbatimHAR
import VerbatimJSON

extension OperationCheck {
    mutating func checkRequest() {
        for parameter in operation.parameters { check(parameter) }
        noteUndocumentedParameters()
        if let promise = operation.requestBody { checkRequestBody(promise) }
    }

    private mutating func check(_ parameter: Parameter) {
        let subject = "\(parameter.location) parameter '\(parameter.name)'"
        let sent = sent(parameter)
        guard isSent(parameter, sent) else {
            if parameter.isRequired {
                noteRequest(.requestParameterMissing, subject, "missing", "required", parameter.node)
            }
            return
        }
        guard let schema = parameter.schema else { return }
        let notation = ParameterSerialization(style: parameter.style, isExploded: parameter.isExploded)
        let faults = faults(in: sent, of: schema, in: notation, as: parameter.mediaType)
        if let fault = faults.first {
            noteRequest(.requestParameterInvalid, subject, fault.found, fault.expected, parameter.node)
        }
    }

    private func sent(_ parameter: Parameter) -> SentValue {
        let name = parameter.name
        switch parameter.location {
        case .query: return sent(name, among: address.items, encoding: .form)
        case .cookie: return sent(name, among: cookies, encoding: .percent)
        case .path:
            return SentValue(name: name, values: pathParameters[name].map { [$0] } ?? [], encoding: .percent)
        case .header:
            let values = interaction.request.headers.values(of: name).map { $0[...] }
            return SentValue(name: name, values: values, encoding: .none)
        }
    }

    private func sent(
        _ name: String, among items: [RequestTarget.Item], encoding: SentValue.Encoding
    ) -> SentValue {
        SentValue(
            name: name, values: items.filter { $0.name == name }.map(\.value), fields: items,
            encoding: encoding)
    }

    /// Whether anything of a parameter was sent: its own item, or one that stands for a member.
    private func isSent(_ parameter: Parameter, _ sent: SentValue) -> Bool {
        !sent.values.isEmpty || sent.fields.contains { parameter.hasMember($0.name, in: contract.shapes) }
    }

    private var cookies: [RequestTarget.Item] {
        interaction.request.headers.values(of: "Cookie").flatMap { line in
            line.split(separator: ";").map { pair in
                let name = pair.prefix { $0 != "=" }
                return (String(name.trimming(" \t")), pair.dropFirst(name.count + 1))
            }
        }
    }

    private mutating func noteUndocumentedParameters() {
        let declared = operation.parameters.filter { $0.location == .query }
        let names = Set(declared.map(\.name))
        var seen: Set<String> = []
        for field in address.query where !names.contains(field.name) && seen.insert(field.name).inserted {
            guard !declared.contains(where: { $0.hasMember(field.name, in: contract.shapes) }) else {
                continue
            }
            noteRequest(
                .requestParameterUndocumented, "query parameter '\(field.name)'",
                ContractMessages.quoted(field.value),
                ContractMessages.count(names.count, "other query parameter"), operation.node)
        }
    }

    private mutating func checkRequestBody(_ promise: RequestBodyObject) {
        guard let body = interaction.request.body, !body.isEmpty else {
            if promise.isRequired {
                noteRequest(
                    .requestBodyMissing, "the body of the request", "missing", "required", promise.node)
            }
            return
        }
        let header = interaction.request.headers["Content-Type"]
        guard let type = header.flatMap(MediaType.init), let content = promise.content.closest(to: type)
        else {
            let ranges = promise.content.map { "'\($0.range.text)'" }
            noteRequest(
                .requestMediaTypeUndocumented, "the media type of the request",
                header.map { "'\($0)'" } ?? "missing",
                ContractMessages.either(ranges), promise.node)
            return
        }
        if let schema = content.schema { checkRequestBody([UInt8](body), as: type, schema: schema) }
    }

    private mutating func checkRequestBody(_ bytes: [UInt8], as type: MediaType, schema: SchemaReference) {
        guard type.isJSON || type.isForm else { return }
        let text = type.isForm ? FormValue.json(bytes, shape: schema.shape, in: contract.shapes) : nil
        do {
            let json = try text.map { try JSON(parsing: $0) } ?? JSON(parsing: bytes)
            see(json, schema)
            for fault in contract.faults(in: json, of: schema) {
                let pointer = fault.pointer.description
                noteRequest(
                    .requestBodyInvalid,
                    pointer.isEmpty ? "the body of the request" : "'\(pointer)' in the request",
                    fault.found, fault.expected, fault.promise)
            }
        } catch {
            noteRequest(
                .requestBodyInvalid, "the body of the request", "not JSON, \(error)", "JSON", schema.node)
        }
    }

    private mutating func noteRequest(
        _ rule: Rule, _ subject: String, _ found: String, _ expected: String, _ promise: JSON
    ) {
        note(
            rule, subject, found: found, expected: expected, promise: promise,
            next: ContractMessages.correctTheRequest(contract.file))
    }
}

extension Parameter {
    /// Whether an item of a query stands for a member of its value.
    func hasMember(_ name: String, in shapes: SchemaShapes) -> Bool {
        guard let shape = schema.map({ shapes[$0.shape] }), mediaType == nil, shape.allows("object") else {
            return false
        }
        switch style {
        case .deepObject: return name.hasPrefix(self.name + "[") && name.hasSuffix("]")
        case .form: return isExploded && shape.isStructured && shape.hasMember(name)
        default: return false
        }
    }
}
