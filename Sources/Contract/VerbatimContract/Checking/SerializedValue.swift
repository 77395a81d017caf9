import VerbatimHAR
import VerbatimJSON

/// The text of one parameter or header, as sent.
struct SerializedValue {
    /// The encoding of a part of a request.
    enum Encoding {
        /// Percent-encoding in which a plus sign is a space: in a query and in forms.
        case form
        /// Percent-encoding: in a path and in cookies.
        case percent
        /// No encoding: in header fields.
        case none
    }

    let name: String
    /// The values sent under the name, in order.
    let values: [Substring]
    /// The items of the query or the cookies that may be properties of the value.
    var items: [RequestTarget.Item] = []
    let encoding: Encoding

    func decode(_ text: Substring) -> String {
        switch encoding {
        case .form: PercentEncoding.decode(text, plusIsSpace: true)
        case .percent: PercentEncoding.decode(text)
        case .none: String(text.trimming(" \t"))
        }
    }

    /// The decoded values, joined by commas.
    var text: String { values.count == 1 ? decode(values[0]) : values.map(decode).joined(separator: ", ") }
}

/// Deserializes a parameter or header: from the text that was sent to a scalar, the elements of a list, or
/// the properties of an object.
///
/// https://spec.openapis.org/oas/v3.1.1.html#style-examples
struct ParameterSerialization {
    let style: ParameterStyle
    let isExploded: Bool

    /// Returns the text of a scalar, or nil if the value does not have this style.
    func scalar(of value: SerializedValue) -> String? {
        guard style == .label || style == .matrix else { return value.text }
        return prefixed(value)?.first.map(value.decode)
    }

    /// Returns the elements of a list, or nil if the value does not have this style.
    func elements(of value: SerializedValue) -> [String]? {
        switch style {
        case .deepObject: nil
        case .label, .matrix:
            (isExploded ? prefixed(value) : prefixed(value)?.flatMap(split))?.map(value.decode)
        case .simple: value.values.flatMap(split).map(value.decode)
        case .form, .spaceDelimited, .pipeDelimited:
            isExploded ? value.values.map(value.decode) : value.values.flatMap { delimited($0, value) }
        }
    }

    /// Returns the properties of an object, or nil if the value does not have this style.
    ///
    /// - Parameter isProperty: Returns whether an item of the query is a property of the object, for styles
    ///   that mix them with other items.
    func properties(of value: SerializedValue, where isProperty: (String) -> Bool) -> [RequestTarget.Field]? {
        switch (style, isExploded) {
        case (.deepObject, _): deepProperties(of: value)
        case (.form, true):
            value.items.filter { isProperty($0.name) }.map { ($0.name, value.decode($0.value)) }
        case (.label, true), (.matrix, true): pieces(of: value).flatMap { pairs($0, value) }
        case (.simple, true): pairs(value.values.flatMap(split), value)
        case (.label, false), (.matrix, false):
            prefixed(value).flatMap { alternating($0.flatMap(split).map(value.decode)) }
        case (.simple, false): alternating(value.values.flatMap(split).map(value.decode))
        default: alternating(value.values.flatMap { delimited($0, value) })
        }
    }

    /// A value of this style, for messages.
    var example: String {
        switch (style, isExploded) {
        case (.label, _): "a value such as '.blue'"
        case (.matrix, _): "a value such as ';name=blue'"
        case (.deepObject, _): "items such as 'name[key]=blue'"
        case (.simple, true): "properties such as 'key=blue'"
        default: "alternating names and values"
        }
    }

    // MARK: Pieces

    private func split(_ text: Substring) -> [Substring] {
        text.isEmpty ? [] : text.split(separator: ",", omittingEmptySubsequences: false)
    }

    /// Returns the pieces between delimiters. An escaped delimiter counts where there is no plain one, as
    /// some clients escape everything.
    private func delimited(_ text: Substring, _ value: SerializedValue) -> [String] {
        guard !text.isEmpty else { return [] }
        let delimiter: Character =
            switch style {
            case .spaceDelimited: " "
            case .pipeDelimited: "|"
            default: ","
            }
        if delimiter != " ", text.contains(delimiter) {
            return text.split(separator: delimiter, omittingEmptySubsequences: false).map(value.decode)
        }
        return value.decode(text).split(separator: delimiter, omittingEmptySubsequences: false)
            .map(String.init)
    }

    /// Returns the values after the prefixes of `.blue.black` or `;color=blue;color=black`.
    private func prefixed(_ value: SerializedValue) -> [Substring]? {
        guard let pieces = pieces(of: value) else { return nil }
        guard style == .matrix else { return pieces }
        let names = pieces.map { $0.prefix { $0 != "=" } }
        guard names.allSatisfy({ value.decode($0) == value.name }) else { return nil }
        return zip(pieces, names).map { $0.dropFirst($1.count + 1) }
    }

    /// Returns the pieces after each `.` or `;`. Only the first one is a prefix unless the value is exploded.
    private func pieces(of value: SerializedValue) -> [Substring]? {
        let prefix: Character = style == .label ? "." : ";"
        guard let text = value.values.first, text.first == prefix else { return nil }
        guard isExploded else { return [text.dropFirst()] }
        return text.dropFirst().split(separator: prefix, omittingEmptySubsequences: false)
    }

    /// Parses pieces such as `R=100`.
    private func pairs(_ pieces: [Substring], _ value: SerializedValue) -> [RequestTarget.Field]? {
        var fields: [RequestTarget.Field] = []
        for piece in pieces {
            guard let equals = piece.firstIndex(of: "=") else { return nil }
            let name = value.decode(piece[..<equals])
            fields.append((name, value.decode(piece[piece.index(after: equals)...])))
        }
        return fields
    }

    /// Pairs pieces such as `R`, `100`, `G`, `200`.
    private func alternating(_ pieces: [String]) -> [RequestTarget.Field]? {
        guard pieces.count.isMultiple(of: 2) else { return nil }
        return stride(from: 0, to: pieces.count, by: 2).map { (pieces[$0], pieces[$0 + 1]) }
    }

    /// Returns the properties in items such as `color[R]=100`.
    private func deepProperties(of value: SerializedValue) -> [RequestTarget.Field] {
        value.items.compactMap { item in
            guard item.name.hasPrefix(value.name + "["), item.name.hasSuffix("]") else { return nil }
            let key = item.name.dropFirst(value.name.count + 1).dropLast()
            return (String(key), value.decode(item.value))
        }
    }
}

// Text values of HTTP (headers, parameters, forms, XML) become the JSON values their schemas describe.

extension SchemaShapes {
    /// Returns text as a scalar: a number or a boolean where the shape allows no string and the text is one.
    func scalar(_ text: String, _ index: Index?) -> JSONValue {
        guard let index, let types = self[index].types, !types.contains("string") else {
            return .string(text)
        }
        let isNumeric = types.contains("number") || types.contains("integer")
        if isNumeric, let number = JSONNumber(text) { return .number(number) }
        let isBoolean = types.contains("boolean") && (text == "true" || text == "false")
        return isBoolean ? .bool(text == "true") : .string(text)
    }

    /// A field of a form with the path of its property from an object on.
    private typealias FormField = (path: ArraySlice<String>, value: String)

    /// Returns a form as the text of a JSON object. The fields of a list have the same name, and those of an
    /// object have its name before theirs: `card[number]`, `items[][size]`.
    ///
    /// https://spec.openapis.org/oas/v3.1.1.html#encoding-object
    func json(ofForm bytes: [UInt8], _ shape: Index) -> String {
        let fields = RequestTarget.fields(String(decoding: bytes, as: UTF8.self)[...]).map { field in
            let path = RequestTarget.path(ofField: field.name)
            let index = self[shape].properties[field.name] == nil ? self[shape].properties[path[0]] : nil
            let hasProperties = index.map { self[$0].isStructured || self[$0].items != nil } ?? false
            return (path: hasProperties ? path[...] : [field.name], value: field.value)
        }
        return object(Self.numbered(fields), shape).text()
    }

    /// Numbers the elements of lists of objects. A field that the last element has begins another one:
    /// `items[][size]=1&items[][size]=2`.
    ///
    /// https://github.com/rack/rack/blob/main/lib/rack/query_parser.rb
    private static func numbered(_ fields: [FormField]) -> [FormField] {
        var last: [[String]: (number: Int, known: Set<[String]>)] = [:]
        return fields.map { path, value in
            var path = Array(path)
            for index in path.indices.dropLast() where path[index].isEmpty {
                let (list, rest) = (Array(path[..<index]), Array(path[(index + 1)...]))
                var element = last[list] ?? (0, [])
                if !rest.contains(""), element.known.contains(rest) { element = (element.number + 1, []) }
                element.known.insert(rest)
                last[list] = element
                path[index] = String(element.number)
            }
            return (path[...], value)
        }
    }

    private func object(_ fields: [FormField], _ shape: Index?) -> JSONValue {
        let groups = OrderedGroups(grouping: fields) { $0.path.first ?? "" }.pairs.map { name, fields in
            (name: name, fields: fields.map { (path: $0.path.dropFirst(), value: $0.value) })
        }
        let shape = shape.map { self[$0] }
        if let items = shape?.items, groups.allSatisfy({ $0.name.utf8.allSatisfy(\.isDigit) }) {
            return .array(groups.flatMap { values(of: $0.fields, items) })
        }
        return .object(
            JSONObject(
                groups.map { name, fields in
                    let index = shape?.properties[name] ?? shape?.additionalProperties
                    let items = index.flatMap { self[$0].allows("string") ? nil : self[$0].items }
                    let list = items.map { JSONValue.array(values(of: fields, $0)) }
                    let isList = fields.allSatisfy(\.path.isEmpty)
                    return (name, (isList ? list : nil) ?? values(of: fields, index).first ?? .string(""))
                }))
    }

    /// The values of fields with one name, or the only one if they are the properties of an object.
    private func values(of fields: [FormField], _ index: Index?) -> [JSONValue] {
        fields.allSatisfy(\.path.isEmpty)
            ? fields.map { scalar($0.value, index) } : [object(fields, index)]
    }

    fileprivate func array(_ elements: [String], of items: Index) -> JSONValue {
        .array(elements.map { scalar($0, items) })
    }

    fileprivate func object(_ fields: [RequestTarget.Field], shape: (String) -> Index?) -> JSONValue {
        .object(JSONObject(fields.map { ($0.name, scalar($0.value, shape($0.name))) }))
    }
}

extension Contract {
    /// Returns the JSON texts that a parameter or header may mean, the most specific first.
    func readings(
        of value: SerializedValue, _ schema: SchemaReference, _ serialization: ParameterSerialization,
        as mediaType: MediaType?
    ) -> [String] {
        if let mediaType { return [mediaType.isJSON ? value.text : JSONValue.string(value.text).text()] }
        let index = schema.shape
        var readings: [JSONValue] = []
        if let items = shapes[index].items, shapes[index].allows("array"),
            let elements = serialization.elements(of: value)
        {
            readings.append(shapes.array(elements, of: items))
        }
        if shapes[index].isStructured, shapes[index].allows("object"), case let shape = shapes[index],
            let fields = serialization.properties(of: value, where: shape.mayHaveProperty)
        {
            readings.append(shapes.object(fields) { shape.properties[$0] ?? shape.additionalProperties })
        }
        if shapes[index].allowsScalar, !value.values.isEmpty, let text = serialization.scalar(of: value) {
            readings.append(shapes.scalar(text, index))
        }
        return readings.map { $0.text() }
    }
}

extension SchemaShapes.Shape {
    /// Whether a property may have a name; any name is allowed if no schema names properties.
    func mayHaveProperty(_ name: String) -> Bool {
        properties[name] != nil || additionalProperties != nil || properties.isEmpty
    }
}
