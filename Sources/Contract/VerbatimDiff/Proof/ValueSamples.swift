import VerbatimJSON
import VerbatimRegex
import VerbatimFormats

/// Values at and around the edges of what forms allow.
///
/// They are meant to hit every keyword once from inside and once from outside; which of them a schema really allows is
/// for the validator to say.
final class ValueSamples {
    let forms: NormalizedSchemaCache
    /// What was made already: schemas share their parts.
    private var known: [Key: [JSONValue]] = [:]

    private struct Key: Hashable {
        let form: SchemaBranch.Index
        let depth: Int
    }

    init(forms: NormalizedSchemaCache) {
        self.forms = forms
    }

    /// How deep members and elements are made by their own forms.
    private static let depth = 3
    /// How many values a form has at most.
    private static let most = 48

    /// The simplest values a form may allow: the first is as small as can be.
    func simplest(of index: SchemaBranch.Index) -> JSONValue {
        values(of: index, depth: Self.depth).first ?? .null
    }

    /// Values at the edges of a form.
    func values(of index: SchemaBranch.Index) -> [JSONValue] { values(of: index, depth: Self.depth) }

    /// A value with every member that is named, so that whoever reads it shows what it reads.
    func complete(of index: SchemaBranch.Index, depth: Int = 8) -> JSONValue {
        guard depth > 0, let shape = forms[index].shapes.first else { return simplest(of: index) }
        if let value = shape.values?.first { return value }
        if shape.types.contains(.object) {
            let members = shape.properties.filter { !forms[$0.form].isNever }
            return .object(JSONObject(members.map { ($0.name, complete(of: $0.form, depth: depth - 1)) }))
        }
        if shape.types.contains(.array), shape.types.isDisjoint(with: .scalar) {
            let least = max(1, shape.limits[.minItems]?.value.int ?? 0)
            return .array((0..<min(least, 100)).map { complete(of: shape.form(at: $0), depth: depth - 1) })
        }
        return simplest(of: index)
    }

    private func values(of index: SchemaBranch.Index, depth: Int) -> [JSONValue] {
        let key = Key(form: index, depth: depth)
        if let known = known[key] { return known }
        let form = forms[index]
        var values = form.shapes.flatMap { self.values(of: $0, depth: depth) }
        if form.allowsNull { values.append(.null) }
        values = Array(values.prefix(Self.most))
        known[key] = values
        return values
    }

    private func values(of shape: SchemaBranch, depth: Int) -> [JSONValue] {
        if let values = shape.values { return Array(values.prefix(12)) }
        var values: [JSONValue] = []
        if shape.types.contains(.object) { values += objects(shape, depth) }
        if shape.types.contains(.array) { values += arrays(shape, depth) }
        if shape.types.contains(.string) { values += strings(shape) }
        if shape.types.contains(.integer) { values += numbers(shape) }
        if shape.types.contains(.boolean) { values += [true, false] }
        return values
    }
}

// MARK: - Scalars

extension ValueSamples {
    private func numbers(_ shape: SchemaBranch) -> [JSONValue] {
        let bounds = [Limit.min, .max].compactMap { shape.limits[$0]?.value }
        let steps = shape.texts[.multipleOf, default: []].compactMap { JSONNumber($0) }
        var numbers: [JSONNumber] = [1, 0, -1, 300]
        for bound in bounds {
            numbers += [bound] + bound.neighbours
            for step in steps { numbers += bound.multiples(of: step) }
        }
        for step in steps { numbers += [step] + step.neighbours }
        if shape.types.contains(.fraction) { numbers += ["0.5", "3.5"].compactMap { JSONNumber($0) } }
        let inside = numbers.filter { shape.accepts(scalar: .number($0)) }
        let outside = numbers.filter { !shape.accepts(scalar: .number($0)) }
        return (inside + outside).map(JSONValue.number)
    }

    private func strings(_ shape: SchemaBranch) -> [JSONValue] {
        let formats = shape.texts[.format, default: []].compactMap { Self.formats[$0] }
        let dates = (shape.dateFormats ?? []).compactMap { try? DatePattern($0).sample }
        let patterns = shape.texts[.pattern, default: []].flatMap(PatternSampler.samples(of:))
        let lengths = [Limit.minLength, .maxLength].compactMap { shape.limits[$0]?.value.int }
            .flatMap { [$0, $0 + 1, $0 - 1] }.filter { 0...10_000 ~= $0 }
        let strings =
            formats + dates + patterns + ["a", ""] + lengths.map { String(repeating: "a", count: $0) }
            + patterns.flatMap { text in lengths.filter { $0 > text.count }.map { text.padded(to: $0) } }
        let test = shape.textTest
        let inside = strings.filter { shape.isLongEnough($0) && test.accepts($0) }
        return (inside + strings.filter { !inside.contains($0) }).map(JSONValue.string)
    }

    private static let formats: [String: String] = [
        "date": "2024-02-29", "date-time": "2024-02-29T13:05:09Z", "time": "13:05:09Z", "duration": "P1DT2H",
        "email": "a@example.com", "idn-email": "a@example.com", "hostname": "example.com",
        "idn-hostname": "example.com", "ipv4": "192.0.2.1", "ipv6": "2001:db8::1",
        "uri": "https://example.com/a", "iri": "https://example.com/a", "uri-reference": "/a",
        "iri-reference": "/a", "uri-template": "/a/{b}", "uuid": "2eb8aa08-aa98-11ea-b4aa-73b441d16380",
        "json-pointer": "/a", "relative-json-pointer": "1/a", "regex": "a+",
    ]
}

extension String {
    fileprivate func padded(to count: Int) -> String {
        self + String(repeating: last ?? "a", count: Swift.max(0, count - self.count))
    }
}

extension JSONNumber {
    /// The integers around, and a number close by.
    fileprivate var neighbours: [JSONNumber] {
        guard let integer = int, abs(integer) < 1 << 53 else { return [] }
        return [JSONNumber(integer + 1), JSONNumber(integer - 1)]
            + [JSONNumber("\(integer).5"), JSONNumber("\(integer - 1).5")].compactMap(\.self)
    }

    /// The multiples of a step on both sides.
    fileprivate func multiples(of step: JSONNumber) -> [JSONNumber] {
        guard let step = step.int, step > 0, let integer = int, abs(integer) < 1 << 53 else { return [] }
        let lower = integer - ((integer % step) + step) % step
        return [lower, lower + step, lower + 2 * step, lower - step].map { JSONNumber($0) }
    }
}

// MARK: - Arrays and objects

extension ValueSamples {
    private func arrays(_ shape: SchemaBranch, _ depth: Int) -> [JSONValue] {
        guard depth > 0 else { return [[]] }
        let least = min(shape.limits[.minItems]?.value.int ?? 0, 100)
        let counts = [Limit.minItems, .maxItems, .minContains, .maxContains].compactMap {
            shape.limits[$0]?.value.int
        }
        .flatMap { [$0, $0 + 1, $0 - 1] }
        let elements = (0..<max(least, shape.prefix.count + 1)).map {
            values(of: shape.form(at: $0), depth: depth - 1)
        }
        var arrays: [[JSONValue]] = []
        for count in [least] + counts.filter({ 0...100 ~= $0 }) + [
            0, 1, 2, shape.prefix.count, shape.prefix.count + 1,
        ] {
            arrays.append(elements.taking(count))
            arrays.append(elements.taking(count, varied: true))
        }
        let kinds = shape.subschemas[Subschema(keyword: .contains), default: []]
        for kind in kinds {
            let contained = values(of: kind, depth: depth - 1).prefix(2)
            for count in [1, 2] + counts.filter({ 0...100 ~= $0 }) {
                arrays += contained.map { Array(repeating: $0, count: count) }
            }
        }
        return arrays.map(JSONValue.array)
    }

    private func objects(_ shape: SchemaBranch, _ depth: Int) -> [JSONValue] {
        let minimal = object(shape, shape.required, depth)
        guard depth > 0 else { return [.object(minimal)] }
        let complete = object(shape, shape.properties.map(\.name) + shape.required, depth)
        var objects = [minimal, complete]
        for name in shape.required + shape.properties.map(\.name) {
            objects.append(complete.without(name))
            objects.append(minimal.with(name, simplest(name, shape, depth)))
        }
        for (name, form) in shape.properties {
            objects += values(of: form, depth: depth - 1).prefix(6).map { minimal.with(name, $0) }
        }
        objects += unnamed(shape, minimal, depth)
        objects += counted(shape, minimal)
        return ([minimal, complete] + objects).map(JSONValue.object)
    }

    private func object(_ shape: SchemaBranch, _ names: [String], _ depth: Int) -> JSONObject {
        names.reduce(into: JSONObject()) { object, name in
            guard object[name] == nil, !forms[shape.form(of: name, in: forms)].isNever else { return }
            object[name] = simplest(name, shape, depth)
        }
    }

    private func simplest(_ name: String, _ shape: SchemaBranch, _ depth: Int) -> JSONValue {
        guard depth > 0 else { return nil }
        return values(of: shape.form(of: name, in: forms), depth: depth - 1).first ?? nil
    }

    /// Objects with members that are not named, or named by a pattern.
    private func unnamed(_ shape: SchemaBranch, _ minimal: JSONObject, _ depth: Int) -> [JSONObject] {
        var members = values(of: shape.additional, depth: depth - 1).prefix(6).map { ("another", $0) }
        members += [("another", true), ("another", "a")]
        for (pattern, form) in shape.patternProperties {
            for name in PatternSampler.samples(of: pattern).prefix(2) {
                members += values(of: form, depth: depth - 1).prefix(4).map { (name, $0) }
            }
        }
        for form in shape.subschemas[Subschema(keyword: .propertyNames), default: []] {
            members += values(of: form, depth: 0).compactMap(\.string).map { ($0, true) }
        }
        return members.map { minimal.with($0.0, $0.1) }
    }

    /// Objects of the sizes that limits speak of.
    private func counted(_ shape: SchemaBranch, _ minimal: JSONObject) -> [JSONObject] {
        let counts = [Limit.minProperties, .maxProperties].compactMap { shape.limits[$0]?.value.int }
        return counts.flatMap { [$0, $0 + 1, $0 - 1] }.filter { 0...100 ~= $0 }.map { count in
            var object = minimal
            for (name, form) in shape.properties where object.count < count {
                if object[name] == nil { object[name] = values(of: form, depth: 1).first }
            }
            while object.count < count { object["m\(object.count)"] = 1 }
            return object
        }
    }
}

extension [[JSONValue]] {
    /// As many elements as asked for, each of its own values; the last values serve for more elements.
    fileprivate func taking(_ count: Int, varied: Bool = false) -> [JSONValue] {
        (0..<count).compactMap { index in
            guard let values = index < self.count ? self[index] : last, !values.isEmpty else { return nil }
            return values[varied ? index % values.count : 0]
        }
    }
}

extension JSONObject {
    fileprivate func with(_ name: String, _ value: JSONValue) -> JSONObject {
        var object = self
        object[name] = value
        return object
    }

    fileprivate func without(_ name: String) -> JSONObject {
        var object = self
        object.remove(name)
        return object
    }
}
