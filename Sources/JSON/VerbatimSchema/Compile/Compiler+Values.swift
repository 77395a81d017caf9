import VerbatimFormats
@_spi(Tape) import VerbatimJSON
import VerbatimRegex

/// Types, literals, numbers and strings.
/// https://json-schema.org/draft/2020-12/json-schema-validation#section-6
extension Compiler {
    /// 6.1.1 type
    mutating func compileType(_ schema: SchemaObject, _ node: inout SchemaNode) throws(SchemaError) {
        guard let value = schema[.type] else { return }
        let names = value.kind == .array ? Array(value.elements) : [value]
        node.types = 0
        node.typeLocation = location(value, schema, .type)
        var allowsInteger = false
        for name in names {
            switch name.string {
            case "null": node.types |= 1 << TapeReader.Tag.null
            case "boolean": node.types |= 1 << TapeReader.Tag.true | 1 << TapeReader.Tag.false
            case "integer":
                node.types |= 1 << TapeReader.Tag.integer
                allowsInteger = true
            case "number": node.types |= 1 << TapeReader.Tag.integer | 1 << TapeReader.Tag.number
            case "string":
                node.types |= 1 << TapeReader.Tag.string | 1 << TapeReader.Tag.escapedString
                if hasContent(schema) { node.types |= 1 << TapeReader.Tag.object | 1 << TapeReader.Tag.array }
            case "array": node.types |= 1 << TapeReader.Tag.array
            case "object": node.types |= 1 << TapeReader.Tag.object
            default: throw invalid(.type, "a type or an array of types", name, schema)
            }
        }
        guard !names.isEmpty else { throw invalid(.type, "a type or an array of types", value, schema) }
        node.requiresInteger = allowsInteger && node.types & 1 << TapeReader.Tag.number == 0
    }

    mutating func compileLiterals(_ schema: SchemaObject, _ steps: inout StepGroups) throws(SchemaError) {
        // 6.1.2 enum
        if let value = schema[.enum] {
            guard value.kind == .array else { throw invalid(.enum, "an array", value, schema) }
            let values = addEnumValues(Array(value.elements), schema)
            steps.general.append(step(.enumValues, .enum, value, schema, first: values))
        }
        // 6.1.3 const
        if let value = schema[.const] {
            let values = addEnumValues([value], schema)
            steps.general.append(step(.enumValues, .const, value, schema, first: values))
        }
    }

    private mutating func addEnumValues(_ values: [JSON], _ schema: SchemaObject) -> Int32 {
        var enumValues = EnumValues()
        enumValues.strings = builder.table.addSubtable(of: values.compactMap(\.string)).subtable
        enumValues.literalStart = Int32(builder.literals.count)
        builder.literals += literals(values.filter { $0.kind != .string }, schema.node.document)
        enumValues.literalEnd = Int32(builder.literals.count)
        builder.enumValues.append(enumValues)
        return Int32(builder.enumValues.count - 1)
    }

    private func literals(_ values: [JSON], _ document: Int32) -> [Literal] {
        let nodes = values.map { index.node($0, in: document) }
        guard nodes.count > EnumValues.few else { return nodes.map { Literal(hash: 0, value: $0) } }
        let hashed = values[0].read { tape, _ in
            var hashes = StructuralHash(tape)
            return nodes.map { Literal(hash: hashes.hash(Int($0.node)), value: $0) }
        }
        return (hashed ?? []).sorted { $0.hash < $1.hash }
    }

    // MARK: Numbers

    mutating func compileNumbers(_ schema: SchemaObject, _ steps: inout StepGroups) throws(SchemaError) {
        // 6.2.1 to 6.2.5
        let keywords: [(Keyword, Step.Operation)] = [
            (.multipleOf, .multipleOf), (.maximum, .maximum), (.exclusiveMaximum, .exclusiveMaximum),
            (.minimum, .minimum), (.exclusiveMinimum, .exclusiveMinimum),
        ]
        for (keyword, operation) in keywords {
            guard let value = schema[keyword] else { continue }
            guard let number = value.number else { throw invalid(keyword, "a number", value, schema) }
            let decimal = DecimalValue(number)
            if keyword == .multipleOf { try checkDivisor(decimal, value, schema) }
            let bound = Int32(builder.bounds.count)
            var text = number.text
            builder.bounds.append(text.withUTF8 { ShortDecimal($0) })
            builder.longBounds.append(decimal)
            steps.number.append(step(operation, keyword, value, schema, first: bound))
        }
    }

    /// The cost of a division grows with the digits of both numbers, so those of the divisor are limited.
    private func checkDivisor(_ divisor: DecimalValue, _ value: JSON, _ schema: SchemaObject)
        throws(SchemaError)
    {
        let limit = 1_000
        guard divisor.isPositive else { throw invalid(.multipleOf, "a number greater than 0", value, schema) }
        guard divisor.digitCount <= limit else {
            throw invalid(.multipleOf, "a number of at most \(limit) significant digits", value, schema)
        }
    }

    // MARK: Strings

    mutating func compileStrings(_ schema: SchemaObject, _ steps: inout StepGroups) throws(SchemaError) {
        // 6.3.1 maxLength, 6.3.2 minLength
        try compileCount(.maxLength, .maxLength, schema, &steps.string)
        try compileCount(.minLength, .minLength, schema, &steps.string)
        // 6.3.3 pattern
        if let value = schema[.pattern] {
            guard let text = value.string else {
                throw invalid(.pattern, "a regular expression", value, schema)
            }
            let pattern = try pattern(text, value, schema)
            steps.string.append(step(.pattern, .pattern, value, schema, first: pattern))
        }
        try compileFormat(schema, &steps)
        try compileDateFormats(schema, &steps)
        try compileDateProfile(schema, &steps)
    }

    mutating func pattern(_ text: String, _ value: JSON, _ schema: SchemaObject) throws(SchemaError) -> Int32
    {
        if let known = builder.patternByText[text] { return known }
        do throws(PatternError) {
            builder.patterns.append(try Pattern(text, &builder.patternBudget))
        } catch {
            let (detail, offset) = (error.description, error.offset)
            guard let pattern = try? Pattern(text, grammar: .legacy, &builder.patternBudget) else {
                throw index.error(
                    .invalidPattern(text, detail: detail, offset: offset), value, schema.resource)
            }
            builder.patterns.append(pattern)
            report(.legacyPattern(text, detail: detail, offset: offset), value, schema)
        }
        let number = Int32(builder.patterns.count - 1)
        builder.patternByText[text] = number
        return number
    }

    /// 7.2: asserted by the options or the vocabulary; unknown formats assert nothing and are reported.
    private mutating func compileFormat(_ schema: SchemaObject, _ steps: inout StepGroups) throws(SchemaError)
    {
        guard let value = schema[.format] else { return }
        guard let name = value.string else { throw invalid(.format, "a string", value, schema) }
        let dialect = index.resources[Int(schema.resource)].dialect
        guard options.formats == .assertion || dialect.contains(.formatAssertion) else { return }
        guard let format = Format(rawValue: name) else { return report(.unknownFormat(name), value, schema) }
        builder.formats.append(format)
        let number = Int32(builder.formats.count - 1)
        steps.string.append(step(.format, .format, value, schema, first: number))
    }

    /// `x-date-formats`: a list of date patterns of UTS #35, one of which must match.
    private mutating func compileDateFormats(_ schema: SchemaObject, _ steps: inout StepGroups)
        throws(SchemaError)
    {
        guard let value = schema[.dateFormats] else { return }
        let texts = value.elements.compactMap(\.string)
        guard !texts.isEmpty, texts.count == value.count else {
            throw invalid(.dateFormats, "an array of date patterns", value, schema)
        }
        var patterns: [DatePattern] = []
        for (text, element) in zip(texts, value.elements) {
            do throws(DatePattern.UnsupportedField) {
                patterns.append(try DatePattern(text))
            } catch {
                let reason = SchemaError.Reason.unsupportedDatePattern(
                    text, letters: error.letters, offset: error.offset)
                throw index.error(reason, element, schema.resource)
            }
        }
        builder.dateFormats.append(patterns)
        let list = Int32(builder.dateFormats.count - 1)
        steps.string.append(step(.dateFormats, .dateFormats, value, schema, first: list))
    }

    /// `x-date-profile`: the notation of dates.
    ///
    /// `format` and `x-date-formats` decide which strings are dates; without them, a string that is not a
    /// date of ISO 8601 is invalid.
    private mutating func compileDateProfile(_ schema: SchemaObject, _ steps: inout StepGroups)
        throws(SchemaError)
    {
        guard let value = schema[.dateProfile] else { return }
        do throws(DateProfile.Malformed) {
            builder.dateProfiles.append(try DateProfile(value))
        } catch {
            throw invalid(.dateProfile, error.expected, error.value, schema)
        }
        let isAlone = schema[.format] == nil && schema[.dateFormats] == nil
        steps.string.append(
            step(
                .dateProfile, .dateProfile, value, schema, first: Int32(builder.dateProfiles.count - 1),
                second: isAlone ? 1 : 0))
    }

    // MARK: Arrays

    mutating func compileArrays(_ schema: SchemaObject, _ steps: inout StepGroups) throws(SchemaError) {
        // 6.4.1 maxItems, 6.4.2 minItems
        try compileCount(.maxItems, .maxItems, schema, &steps.array)
        try compileCount(.minItems, .minItems, schema, &steps.array)
        var prefixCount: Int32 = 0
        // 10.3.1.1 prefixItems
        if let value = schema[.prefixItems] {
            let (first, second) = builder.addChildren(try schemas(value, .prefixItems, schema))
            prefixCount = second - first
            steps.array.append(step(.prefixItems, .prefixItems, value, schema, first: first, second: second))
        }
        // 10.3.1.2 items
        if let value = schema[.items] {
            let items = subschema(value, of: schema, .items)
            steps.array.append(step(.items, .items, value, schema, first: items, second: prefixCount))
        }
        try compileContains(schema, &steps)
        // 6.4.3 uniqueItems
        if let value = schema[.uniqueItems] {
            guard let unique = value.bool else { throw invalid(.uniqueItems, "a Boolean", value, schema) }
            if unique { steps.array.append(step(.uniqueItems, .uniqueItems, value, schema)) }
        }
    }

    /// 10.3.1.3 contains, with 6.4.4 maxContains and 6.4.5 minContains, which are ignored without it.
    private mutating func compileContains(_ schema: SchemaObject, _ steps: inout StepGroups)
        throws(SchemaError)
    {
        let maximum = try count(.maxContains, schema)
        let minimum = try count(.minContains, schema)
        guard let value = schema[.contains] else { return }
        let contained = subschema(value, of: schema, .contains)
        steps.array.append(
            step(
                .contains, .contains, value, schema, first: contained, second: minimum ?? 1,
                third: maximum ?? -1))
    }

    mutating func compileCount(
        _ keyword: Keyword, _ operation: Step.Operation, _ schema: SchemaObject, _ steps: inout [Step]
    ) throws(SchemaError) {
        guard let value = schema[keyword], let count = try count(keyword, schema) else { return }
        steps.append(step(operation, keyword, value, schema, first: count))
    }

    /// Returns the non-negative integer of a keyword, at most the largest of 32 bits.
    func count(_ keyword: Keyword, _ schema: SchemaObject) throws(SchemaError) -> Int32? {
        guard let value = schema[keyword] else { return nil }
        guard let number = value.number, number.isInteger, number >= 0 else {
            throw invalid(keyword, "a non-negative integer", value, schema)
        }
        return Int32(min(number.int ?? .max, Int(Int32.max)))
    }
}
