import VerbatimFormats
import VerbatimJSON
import VerbatimRegex

/// Values at and around the limits of forms, which satisfy each keyword once and violate it once.
///
/// The validator decides which of them a schema allows.
final class ValueSamples {
    let forms: NormalizedSchemaCache
    /// The values by form: schemas share their parts.
    private var cache: [Key: [JSONValue]] = [:]
    /// The number of members that objects may still be given: they take memory, and are only examples.
    private var members = ComparisonLimits.sampledMembers
    private var completeValues: [SchemaBranch.Index: JSONValue] = [:]

    private struct Key: Hashable {
        let form: SchemaBranch.Index
        let depth: Int
    }

    init(forms: NormalizedSchemaCache) { self.forms = forms }

    /// The depth to which properties and elements get values of their own forms.
    private static let depth = 3
    static let limit = 48

    func simplest(of index: SchemaBranch.Index) -> JSONValue {
        values(of: index, depth: Self.depth).first ?? .null
    }

    /// Returns whether a form has more properties than the values of it vary.
    func isWide(_ index: SchemaBranch.Index) -> Bool {
        forms[index].branches.contains { $0.properties.count + $0.required.count > Self.limit / 2 }
    }

    /// Returns values at the limits of a form.
    func values(of index: SchemaBranch.Index) -> [JSONValue] { values(of: index, depth: Self.depth) }

    /// Returns a value with every named property, so that a model that decodes it shows what it reads.
    func complete(of index: SchemaBranch.Index) -> JSONValue {
        if let value = completeValues[index] { return value }
        var size = ComparisonLimits.bodySize
        let value = complete(of: index, depth: 8, &size)
        completeValues[index] = value
        return value
    }

    /// - Parameter size: The number of values that may still be generated.
    private func complete(of index: SchemaBranch.Index, depth: Int, _ size: inout Int) -> JSONValue {
        size -= 1
        guard depth > 0, size > 0, let branch = forms[index].branches.first else {
            return simplest(of: index)
        }
        if let value = branch.values?.first { return value }
        if branch.types.contains(.object) {
            var object = JSONObject()
            for (name, form) in branch.properties.pairs where size > 0 && !forms[form].isNever {
                object.append(name, complete(of: form, depth: depth - 1, &size))
            }
            return .object(object)
        }
        if branch.types.contains(.array), branch.types.isDisjoint(with: .scalar) {
            let least = max(1, branch.limits[.minItems]?.value.int ?? 0)
            return .array(
                (0..<min(least, 100)).map { complete(of: branch.form(at: $0), depth: depth - 1, &size) })
        }
        return simplest(of: index)
    }

    private func values(of index: SchemaBranch.Index, depth: Int) -> [JSONValue] {
        let key = Key(form: index, depth: depth)
        if let cached = cache[key] { return cached }
        let form = forms[index]
        var values = form.branches.flatMap { self.values(of: $0, depth: depth) }
        if form.allowsNull { values.append(.null) }
        values = Array(values.prefix(Self.limit))
        cache[key] = values
        return values
    }

    private func values(of branch: SchemaBranch, depth: Int) -> [JSONValue] {
        if let values = branch.values { return Array(values.prefix(12)) }
        var values: [JSONValue] = []
        if branch.types.contains(.object) { values += objects(branch, depth) }
        if branch.types.contains(.array) { values += arrays(branch, depth) }
        if branch.types.contains(.string) { values += strings(branch) }
        if branch.types.contains(.integer) { values += numbers(branch) }
        if branch.types.contains(.boolean) { values += [true, false] }
        return values
    }
}

// MARK: - Scalars

extension ValueSamples {
    private func numbers(_ branch: SchemaBranch) -> [JSONValue] {
        let bounds = [Limit.min, .max].compactMap { branch.limits[$0]?.value }
        let steps = branch.texts[.multipleOf, default: []].prefix(Self.limit).compactMap { JSONNumber($0) }
        var numbers: [JSONNumber] = [1, 0, -1, 300]
        for bound in bounds {
            numbers += [bound] + bound.neighbours
            for step in steps { numbers += bound.multiples(of: step) }
        }
        for step in steps { numbers += [step] + step.neighbours }
        if branch.types.contains(.fraction) { numbers += ["0.5", "3.5"].compactMap { JSONNumber($0) } }
        let values = numbers.map(JSONValue.number)
        let test = ScalarTest(branch)
        return values.filter(test.accepts) + values.filter { !test.accepts($0) }
    }

    private func strings(_ branch: SchemaBranch) -> [JSONValue] {
        let formats = branch.texts[.format, default: []].compactMap { Format(rawValue: $0)?.sample }
        let dates = (branch.dateFormats ?? []).prefix(8).compactMap { try? DatePattern($0).sample }
        let patterns = branch.texts[.pattern, default: []].prefix(8).flatMap(PatternSampler.samples(of:))
        let lengths = branch.counts(at: [.minLength, .maxLength], most: 10_000)
        let repeated = lengths.map { String(repeating: "a", count: $0) }
        let padded = patterns.flatMap { text in
            lengths.filter { $0 > text.count }.map { text.padded(to: $0) }
        }
        let strings = [formats, dates, patterns, ["a", ""], repeated, padded].flatMap(\.self)
        let test = branch.textTest
        let inside = strings.filter { branch.acceptsLength(of: $0) && test.accepts($0) }
        return (inside + strings.excluding(inside)).map(JSONValue.string)
    }
}

extension SchemaBranch {
    /// Returns the numbers at some limits, and those next to them, unless they are too large for a sample.
    fileprivate func counts(at limits: [Limit], most: Int) -> [Int] {
        limits.compactMap { self.limits[$0]?.value.int }.filter { 0...most ~= $0 }
            .flatMap { (max(0, $0 - 1)...$0 + 1).reversed() }
    }
}

extension String {
    fileprivate func padded(to count: Int) -> String {
        self + String(repeating: last ?? "a", count: Swift.max(0, count - self.count))
    }
}

extension JSONNumber {
    /// The number, if it is an integer that is small enough for a few more not to overflow.
    private var smallInteger: Int? { int.flatMap { $0.magnitude < Int.max >> 10 ? $0 : nil } }

    /// The integers around it, and fractions between them.
    fileprivate var neighbours: [JSONNumber] {
        guard let integer = smallInteger else { return [] }
        return [JSONNumber(integer + 1), JSONNumber(integer - 1)]
            + [JSONNumber("\(integer).5"), JSONNumber("\(integer - 1).5")].compactMap(\.self)
    }

    /// Returns the multiples of a step on both sides.
    fileprivate func multiples(of step: JSONNumber) -> [JSONNumber] {
        guard let step = step.smallInteger, step > 0, let integer = smallInteger else { return [] }
        let lower = integer - ((integer % step) + step) % step
        return [lower, lower + step, lower + 2 * step, lower - step].map { JSONNumber($0) }
    }
}

// MARK: - Arrays and objects

extension ValueSamples {
    private func arrays(_ branch: SchemaBranch, _ depth: Int) -> [JSONValue] {
        guard depth > 0 else { return [[]] }
        let least = min(branch.limits[.minItems]?.value.int ?? 0, 100)
        let counts = branch.counts(at: [.minItems, .maxItems, .minContains, .maxContains], most: 100)
        let elements = (0..<max(least, branch.prefix.count + 1)).map {
            values(of: branch.form(at: $0), depth: depth - 1)
        }
        var arrays: [[JSONValue]] = []
        let prefix = branch.prefix.count
        for count in [least] + counts + [0, 1, 2, prefix, prefix + 1] {
            arrays.append(elements.taking(count))
            arrays.append(elements.taking(count, varied: true))
        }
        let contained = branch.subschemas[Subschema(keyword: .contains), default: []]
        for form in contained {
            let values = values(of: form, depth: depth - 1).prefix(2)
            for count in [1, 2] + counts {
                arrays += values.map { Array(repeating: $0, count: count) }
            }
        }
        return arrays.map(JSONValue.array)
    }

    private func objects(_ branch: SchemaBranch, _ depth: Int) -> [JSONValue] {
        let minimal = object(branch, Array(branch.required), depth)
        guard depth > 0, members > 0 else { return [.object(minimal)] }
        let complete = object(branch, branch.properties.keys + Array(branch.required), depth)
        var objects = [minimal, complete]
        // Copies of a huge object would take more memory than they are worth.
        guard complete.count <= ComparisonLimits.triedValues else { return objects.map(JSONValue.object) }
        for name in (Array(branch.required) + branch.properties.keys).prefix(Self.limit) {
            objects.append(complete.without(name))
            objects.append(minimal.with(name, simplest(name, branch, depth)))
        }
        for (name, form) in branch.properties.pairs.prefix(Self.limit) {
            objects += values(of: form, depth: depth - 1).prefix(6).map { minimal.with(name, $0) }
        }
        members -= objects.count * minimal.count + min(Self.limit, complete.count) * complete.count
        objects += unnamed(branch, minimal, depth)
        objects += counted(branch, minimal)
        return ([minimal, complete] + objects).map(JSONValue.object)
    }

    private func object(_ branch: SchemaBranch, _ names: [String], _ depth: Int) -> JSONObject {
        names.reduce(into: JSONObject()) { object, name in
            guard object[name] == nil, !forms[branch.form(of: name, in: forms)].isNever else { return }
            object[name] = simplest(name, branch, depth)
        }
    }

    private func simplest(_ name: String, _ branch: SchemaBranch, _ depth: Int) -> JSONValue {
        guard depth > 0 else { return nil }
        return values(of: branch.form(of: name, in: forms), depth: depth - 1).first ?? nil
    }

    /// Returns objects with properties that are not named, or match a pattern.
    private func unnamed(_ branch: SchemaBranch, _ minimal: JSONObject, _ depth: Int) -> [JSONObject] {
        var members = values(of: branch.additional, depth: depth - 1).prefix(6).map { ("another", $0) }
        members += [("another", true), ("another", "a")]
        for (pattern, form) in branch.patternProperties.pairs.prefix(Self.limit) {
            for name in PatternSampler.samples(of: pattern).prefix(2) {
                members += values(of: form, depth: depth - 1).prefix(4).map { (name, $0) }
            }
        }
        for form in branch.subschemas[Subschema(keyword: .propertyNames), default: []] {
            members += values(of: form, depth: 0).compactMap(\.string).map { ($0, true) }
        }
        return members.map { minimal.with($0.0, $0.1) }
    }

    /// Returns objects with as many properties as limits allow, and one more or less.
    private func counted(_ branch: SchemaBranch, _ minimal: JSONObject) -> [JSONObject] {
        branch.counts(at: [.minProperties, .maxProperties], most: 100).map { count in
            var object = minimal
            for (name, form) in branch.properties.pairs where object.count < count {
                if object[name] == nil { object[name] = values(of: form, depth: 1).first }
            }
            while object.count < count { object["m\(object.count)"] = 1 }
            return object
        }
    }
}

extension [[JSONValue]] {
    /// Returns a number of elements, each with one of its values; the last values serve for all that follow.
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
