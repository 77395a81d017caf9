import VerbatimHAR
import VerbatimJSON
import VerbatimSchema

// MARK: - Parameters and bodies of requests

extension ContractReader {
    mutating func parameters(_ list: JSON) -> [Parameter] {
        list.elements.compactMap { parameter($0) }
    }

    mutating func parameter(_ node: JSON) -> Parameter? {
        guard let node = resolve(node), check(node, against: .parameter), let name = node["name"].string
        else {
            return nil
        }
        guard let location = node["in"].string.flatMap(Parameter.Location.init) else {
            note(
                node["in"],
                "a parameter is in 'query', 'path', 'header' or 'cookie', not in \(node["in"].text)")
            return nil
        }
        if location == .path, node["required"].bool != true {
            note(node, "path parameter '\(name)' must be required")
        }
        let style = style(of: node, at: location)
        let (schema, mediaType) = value(of: node, named: "parameter '\(name)'")
        return Parameter(
            name: name, location: location, isRequired: node["required"].bool ?? false, schema: schema,
            constant: schema.flatMap { shapes[$0.shape].constant }, style: style,
            isExploded: node["explode"].bool ?? (style == .form), mediaType: mediaType, node: node)
    }

    private mutating func style(of node: JSON, at location: Parameter.Location) -> ParameterStyle {
        let styles = ParameterStyle.styles(in: location)
        guard node["style"].exists else { return styles[0] }
        if let style = node["style"].string.flatMap(ParameterStyle.init), styles.contains(style) {
            return style
        }
        let names = ContractMessages.either(styles.map { "'\($0.rawValue)'" })
        note(node["style"], "the style in a \(location) is \(names), not \(node["style"].text)")
        return styles[0]
    }

    mutating func requestBody(_ node: JSON) -> RequestBodyObject? {
        guard let node = resolve(node), check(node, against: .requestBody) else { return nil }
        return RequestBodyObject(
            isRequired: node["required"].bool ?? false, content: content(node["content"]), node: node)
    }
}

// MARK: - Responses

extension ContractReader {
    mutating func responses(_ node: JSON) -> [ResponseObject] {
        if node.kind != .object || node.count == 0 {
            note(node, "'responses' must be an object with a status")
        }
        return node.members.filter { !$0.name.hasPrefix("x-") }.compactMap { member in
            if !StatusKey(rawValue: member.name).isValid {
                note(member.value, "'\(member.name)' is not a status: it is '200', '4XX' or 'default'")
            }
            return response(member.value, status: member.name)
        }
    }

    mutating func response(_ node: JSON, status: String) -> ResponseObject? {
        guard let node = resolve(node), check(node, against: .response) else { return nil }
        let headers = node["headers"].members.compactMap { member in
            member.name.equalsIgnoringASCIICase("Content-Type")
                ? nil : header(member.value, name: member.name)
        }
        return ResponseObject(
            status: status, headers: headers, content: content(node["content"]), node: node)
    }

    mutating func header(_ node: JSON, name: String) -> HeaderObject? {
        guard let node = resolve(node), check(node, against: .header) else { return nil }
        if let style = node["style"].string, style != "simple" {
            note(node["style"], "the style of a header is 'simple', not '\(style)'")
        }
        let (schema, mediaType) = value(of: node, named: "header '\(name)'")
        return HeaderObject(
            name: name, isRequired: node["required"].bool ?? false, schema: schema,
            isExploded: node["explode"].bool ?? false, mediaType: mediaType, node: node)
    }

    mutating func content(_ node: JSON) -> [MediaTypeObject] {
        node.members.compactMap { member in
            guard let range = MediaType(member.name) else {
                note(member.value, "'\(member.name)' is not a media type")
                return nil
            }
            guard check(member.value, against: .mediaType) else { return nil }
            return MediaTypeObject(range: range, schema: schema(in: member.value), node: member.value)
        }
    }
}

// MARK: - Schemas

extension ContractReader {
    /// What a parameter or header is held to: its own schema, or its one media type with the schema of that.
    private mutating func value(of node: JSON, named name: String) -> (SchemaReference?, MediaType?) {
        guard node["content"].exists else {
            let schema = schema(in: node)
            if schema == nil { note(node, "\(name) has no schema") }
            return (schema, nil)
        }
        if node["schema"].exists { note(node["content"], "\(name) has both 'schema' and 'content'") }
        let content = content(node["content"])
        if content.count != 1 { note(node["content"], "the content of \(name) is exactly one media type") }
        return (content.first?.schema, content.first?.range)
    }

    /// The schema of what holds one, with the examples beside it.
    private mutating func schema(in holder: JSON) -> SchemaReference? {
        guard holder["schema"].exists else { return nil }
        let schema = schema(holder["schema"])
        let named = holder["examples"].members.compactMap { resolve($0.value)?["value"] }
        for example in ([holder["example"]] + named) where example.exists {
            // Text of another notation, such as XML, is an example of something that the schema does not describe.
            guard example.kind != .string || shapes[schema.shape].allows("string") else { continue }
            examples.append(Example(title: "the example", value: example, schema: schema))
        }
        return schema
    }

    /// Takes a schema in, once however often it is used.
    mutating func schema(_ node: JSON) -> SchemaReference {
        if let index = schemaIndexes[node.node] { return schemas[index] }
        let promise = SchemaReference(index: schemas.count, shape: shapes.add([node]), node: node)
        schemaIndexes[node.node] = promise.index
        schemas.append(promise)
        collectExamples(in: node)
        return promise
    }

    /// Compiles all schemas together; if that fails, one by one, to find all that is wrong.
    mutating func compile() -> [CompiledSchema] {
        do {
            let schema = try Schema(document, base: "")
            if let compiled = try? schema.compile(at: schemas.map(\.node.pointer), options: .openAPI) {
                return compiled
            }
            for promise in schemas {
                do {
                    _ = try schema.compile(at: promise.node.pointer, options: .openAPI)
                } catch {
                    note(error.schema, error.message)
                }
            }
        } catch {
            note(document, error.message)
        }
        return []
    }
}
