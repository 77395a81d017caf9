import HTTPArchive
import JSONDocument

extension OperationCheck {
    mutating func checkRequest() {
        for parameter in operation.parameters { check(parameter) }
        noteUndocumentedParameters()
        if let promise = operation.requestBody { checkRequestBody(promise) }
    }

    private mutating func check(_ parameter: Parameter) {
        let subject = "\(parameter.location) parameter '\(parameter.name)'"
        let values = values(of: parameter)
        guard !values.isEmpty else {
            if parameter.isRequired {
                noteRequest(.requestParameterMissing, subject, "missing", "required", parameter.node)
            }
            return
        }
        guard let schema = parameter.schema else { return }
        let faults = faults(in: values, of: schema, isList: parameter.isExploded)
        if let fault = faults.first {
            noteRequest(.requestParameterInvalid, subject, fault.found, fault.expected, parameter.node)
        }
    }

    private func values(of parameter: Parameter) -> [String] {
        switch parameter.location {
        case .query: address.values(of: parameter.name)
        case .path: pathParameters[parameter.name].map { [$0] } ?? []
        case .header: interaction.request.headers.values(of: parameter.name)
        case .cookie: cookies.filter { $0.name == parameter.name }.map(\.value)
        }
    }

    private var cookies: [RequestAddress.Field] {
        interaction.request.headers.values(of: "Cookie").flatMap { line in
            line.split(separator: ";").map { pair in
                let name = pair.prefix { $0 != "=" }
                return (String(name.drop { $0 == " " }), String(pair.dropFirst(name.count + 1)))
            }
        }
    }

    private mutating func noteUndocumentedParameters() {
        let declared = Set(operation.parameters.filter { $0.location == .query }.map(\.name))
        var seen: Set<String> = []
        for field in address.query where !declared.contains(field.name) && seen.insert(field.name).inserted {
            noteRequest(
                .requestParameterUndocumented, "query parameter '\(field.name)'", Words.quoted(field.value),
                Words.count(declared.count, "other query parameter"), operation.node)
        }
    }

    private mutating func checkRequestBody(_ promise: RequestPromise) {
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
                Words.either(ranges), promise.node)
            return
        }
        if let schema = content.schema { checkRequestBody([UInt8](body), as: type, schema: schema) }
    }

    private mutating func checkRequestBody(_ bytes: [UInt8], as type: MediaType, schema: SchemaPromise) {
        guard type.isJSON || type.isForm else { return }
        let text = type.isForm ? FormValue.json(bytes, shape: schema.shape, in: contract.shapes) : nil
        do {
            let json = try text.map { try JSON(parsing: $0) } ?? JSON(parsing: bytes)
            observe(json, schema)
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
            next: Words.correctTheRequest(contract.file))
    }
}
