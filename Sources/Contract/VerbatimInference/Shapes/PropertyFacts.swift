import VerbatimJSON

/// What the properties with one name have in common in all messages of the operations that are described.
///
/// One place shows little: a price may be whole by chance, and a date complete.
struct PropertyFacts {
    /// The names of the properties some of whose values have a fraction, and those names after the one of
    /// what has the property: `amount.value`.
    private var fractions: Set<String> = []
    /// What those of them are measures of.
    private var quantities: Set<String> = []
    /// What texts with numbers that have a fraction are measures of.
    private var quantitiesInTexts: Set<String> = []
    /// Whether some dates consist of the year, perhaps with the month, where others are complete.
    private(set) var havePartialDates = false
    /// The greatest number of digits in the fractions of seconds.
    private(set) var fractionDigits = 0
    /// The plain names of properties all of whose values are numbers in texts, or texts that identify things.
    private var texts: Set<String> = []
    /// The plain names of properties with numbers in responses.
    private var numbers: Set<String> = []
    /// The values of the parameters in queries and of the fields of forms with each plain name.
    private var values: [String: TextStatistics] = [:]
    /// The objects that say where a page is, by the name of the property, those with other names apart.
    private var pages: [String: [ObservedShape]] = [:]
    /// The texts of all properties with a name, or of the elements of their lists.
    private var strings: [String: StringFacts] = [:]
    /// The names of properties that some requests send as texts and as numbers, after those of their holders.
    private var mixed: Set<String> = []
    /// The names of the parameters all of whose values are UUIDs.
    private var identifiers: Set<String> = []
    /// The numbers of names in responses that begin with a small letter, and with a capital one.
    private var spellings = (small: 0, capital: 0)
    /// The names of properties with dictionaries.
    private var dictionaries: Set<String> = []
    /// The names of properties that are objects without properties in some things.
    private var bare: Set<String> = []
    /// The kinds in responses, as far as they are words with hyphens, which no names of properties have.
    private var compounds: Set<String> = []
    /// The identifiers and names of things, as far as they are words.
    private var identities: Set<String> = []
    /// The names in the lists of requests, which may be those of properties that they choose.
    private var chosen: Set<String> = []
    /// The headers of all successful responses.
    private(set) var headers = HeaderBuilder()
    /// The parameters in queries and headers of all operations.
    private(set) var parameters = ParameterBuilder()

    /// The number of properties with chosen names that are no such by chance.
    private static let leastChosen = 3

    init() {}

    init(
        of shapes: [ObservedShape], requests: [ObservedShape] = [], headers: [HeaderBuilder] = [],
        parameters: [ParameterBuilder] = [], forms: [FormBuilder] = [], inPaths: [JSONValue] = []
    ) {
        for next in headers { self.headers.append(next) }
        for next in parameters { self.parameters.append(next) }
        for (name, next) in self.parameters.values.map({ ($0, $1) }) + forms.flatMap(\.values) {
            values[Self.plain(name), default: TextStatistics()].append(next)
        }
        identifiers = Set(
            inPaths.filter { $0["schema"]?["format"] == "uuid" }.compactMap { $0["name"]?.string })
        var pending = shapes.map { (shape: $0, name: "", isSent: false) }
        pending += requests.map { ($0, "", true) }
        while let (shape, name, isSent) = pending.popLast() {
            if shape.strings.count > 0, !name.isEmpty {
                strings[name, default: StringFacts()].merge(shape.strings)
            }
            if shape.isKeyedByData { dictionaries.insert(name) }
            if !isSent { addPage(shape, named: name) }
            let isThing = !name.isEmpty || shape.properties.contains { $0.name == "id" }
            for property in shape.properties {
                let (values, words) = (property.shape, PropertyName(property.name))
                if !isSent, let first = property.name.utf8.first, first.isLetter {
                    if first < 0x61 { spellings.capital += 1 } else { spellings.small += 1 }
                }
                if values.decimals > 0 {
                    fractions.formUnion([Self.unnumbered(property.name), name + "." + property.name])
                    if let quantity = words.quantity { quantities.insert(quantity) }
                }
                if values.strings.count > 0 { texts.insert(property.name) }
                if values.strings.numericString == .decimal, let quantity = words.quantity {
                    quantitiesInTexts.insert(quantity)
                }
                if !isSent, values.integers + values.decimals > 0 {
                    numbers.insert(Self.plain(property.name))
                }
                if isSent, !name.isEmpty, values.strings.count > 0, values.integers + values.decimals > 0 {
                    mixed.insert(name + "." + property.name)
                }
                if isThing, values.objects > 0, values.properties.isEmpty { bare.insert(property.name) }
                if words.isIdentifier || words.isOwn {
                    identities.formUnion(values.strings.values.map(\.text))
                }
                if !isSent, words.isKind {
                    compounds.formUnion(values.strings.values.map(\.text).filter { $0.contains("-") })
                }
                let patterns = values.strings.datePatterns
                if patterns.contains("yyyy-MM-dd"), !patterns.allSatisfy({ $0.hasPrefix("yyyy-MM-dd") }) {
                    havePartialDates = true
                }
                fractionDigits = max(fractionDigits, patterns.map(DateFormat.fractionDigits).max() ?? 0)
                pending.append((values, property.name, isSent))
            }
            if let elements = shape.items {
                if isSent { choose(elements) }
                pending.append((elements, name, isSent))
            }
            let kinds = shape.choice.map { $0.kinds.map(\.shape) + $0.others } ?? []
            pending += kinds.map { ($0, name, isSent) }
        }
        let digits = texts.filter { strings[$0]?.numericString != nil || PropertyName($0).isCode }
        texts = Set(digits.map(Self.plain)).subtracting(numbers)
    }

    /// A name in small letters, without separators and without the brackets of lists.
    private static func plain(_ name: String) -> String {
        ResourceName.plain(name).filter { !"[]".contains($0) }
    }

    /// A name without its number, as `earned_season_5` is a measure of the same kind as `earned_season_4`.
    private static func unnumbered(_ name: String) -> String {
        let word = name.prefix { !$0.isNumber }
        return word.utf8.count > 2 ? String(word) + name.drop { !$0.isNumber }.drop(while: \.isNumber) : name
    }

    private mutating func addPage(_ shape: ObservedShape, named name: String) {
        guard Self.pageNames.contains(name), shape.objects > 0, shape.choice == nil else { return }
        let names = Set(shape.properties.map(\.name))
        let known = pages[name, default: []].firstIndex { page in
            names.isEmpty || page.properties.isEmpty || page.properties.contains { names.contains($0.name) }
        }
        if let known { pages[name]?[known].merge(shape) } else { pages[name, default: []].append(shape) }
    }

    /// The objects of a property as they are in all operations, if they say where a page is; nil for others.
    func joined(_ shape: ObservedShape, named name: String) -> ObservedShape? {
        guard let pages = pages[name], shape.objects > 0, shape.choice == nil else { return nil }
        let names = shape.properties.map(\.name)
        let same = pages.first { Set(names).isSubset(of: $0.properties.map(\.name)) }
        guard let same, !same.properties.contains(where: \.isMixed) else { return nil }
        var joined = shape
        (joined.objects, joined.properties) = (same.objects, same.properties)
        return joined
    }

    private static let pageNames: Set = [
        "page", "pages", "pagination", "paging", "pager", "page_info", "pageInfo", "cursor", "cursors",
        "next",
    ]

    /// Adds the names in a list that a request sends.
    private mutating func choose(_ elements: ObservedShape) {
        let names = elements.properties.first { $0.name == "name" }
        chosen.formUnion(names?.shape.strings.values.map(\.text) ?? [])
    }

    /// Whether a property with a name has a format because its name says so, or as a parameter has it.
    func isNamed(_ name: String, by format: String) -> Bool {
        PropertyName(name).says(format) || format == "uuid" && identifiers.contains(name)
    }

    /// Whether requests may send a property as text or as a number, as some do, as its name says that it is a
    /// text of digits, or as responses have it as text that identifies something.
    func isMixed(_ property: ObservedShape.Property, of holder: String) -> Bool {
        if mixed.contains(holder + "." + property.name) { return true }
        guard property.shape.integers > 0 else { return false }
        let name = PropertyName(property.name)
        return name.isText || name.isCode && texts.contains(Self.plain(property.name))
    }

    /// Whether objects have names in capitals as no others have, because people chose them.
    func areForeign(_ properties: [ObservedShape.Property]) -> Bool {
        properties.count > 1 && areCapital(properties)
    }

    /// Whether all names begin with a capital letter, as few of the others do.
    private func areCapital(_ properties: [ObservedShape.Property]) -> Bool {
        spellings.capital * 9 < spellings.small
            && properties.allSatisfy { $0.name.utf8.first.map { $0 &- 0x41 < 26 } ?? false }
    }

    /// The texts of all properties with a name.
    func strings(named name: String) -> StringFacts? { strings[name] }

    /// Whether most properties of a shape have names that requests list, as those of other tables do not.
    func areChosen(_ properties: [ObservedShape.Property]) -> Bool {
        let count = chosen.isEmpty ? 0 : properties.count { chosen.contains($0.name) }
        return count >= Self.leastChosen && count * 2 > properties.count
    }

    /// Whether the properties of a form with a name have the names that its author chose.
    func isDictionary(_ name: String) -> Bool {
        let words = PropertyName(name)
        return words.isMetadata || words.isMeta || dictionaries.contains(name) && !words.isWrapper
    }

    /// Whether the names in the objects of a property are data, as the rest of the traffic shows: they are
    /// identifiers elsewhere or names of things, or what people add to a thing, of which another has nothing.
    func isDictionary(_ shape: ObservedShape, named name: String) -> Bool {
        guard shape.objects > 0, !shape.properties.isEmpty else { return false }
        let kind = PropertyName(name)
        if kind.isMeta, bare.contains(name) { return shape.isMetadata }
        if kind.isMetadata, bare.contains(name) { return shape.areStrings }
        if kind.isMetadata, dictionaries.contains(name), shape.areStrings { return true }
        if bare.contains(name), areCapital(shape.properties), shape.haveAlikeValues { return true }
        if kind.isPlural, !kind.isUsual, shape.haveAlikeValues,
            shape.properties.allSatisfy({ identities.contains($0.name) && !PropertyName($0.name).isUsual })
        {
            return true
        }
        guard shape.properties.count > 1, shape.haveAlikeValues else { return false }
        return shape.properties.allSatisfy { compounds.contains($0.name) }
            || shape.properties.allSatisfy { property in
                identities.contains(property.name) && property.shape.objects + property.shape.arrays > 0
                    && !PropertyName(property.name).isUsual
            }
    }

    /// Whether the numbers of a parameter are texts, as the properties with its name are, or the identifiers
    /// of things if it is one of them.
    func areTexts(_ name: String) -> Bool {
        let plain = Self.plain(name)
        // A filter by a property of an inner object names the object first: `owner__code`.
        let part = name.split(separator: "__").last.map { Self.plain(String($0)) }
        if texts.contains(plain) || part.map(texts.contains) == true { return true }
        guard texts.contains("id"), PropertyName(name).isID else { return false }
        return !numbers.contains(plain)
            && !numbers.contains(plain.hasSuffix("id") ? String(plain.dropLast(2)) : plain)
    }

    /// The values of all parameters and fields of forms with a name, which have one type.
    func values(of name: String) -> TextStatistics? { values[Self.plain(name)] }

    /// Whether the values of a parameter may have a fraction, as those of properties with its name have.
    func haveFractions(_ name: String) -> Bool {
        let words = PropertyName(name)
        return words.isShare || words.quantity.map(quantities.union(quantitiesInTexts).contains) ?? false
            || fractions.contains(Self.unnumbered(name)) && !words.isContent
    }

    /// Whether the integers of a property of what has a name may have a fraction elsewhere: in one with its
    /// name, in a measure of its kind, such as `weight` for `startWeight`, in one of the same object with one
    /// of its words, or in most of the object if all values are 0, unless the property counts something.
    func isNumber(
        _ property: ObservedShape.Property, of shape: ObservedShape, named outer: String, isSent: Bool,
        unless enough: Int
    ) -> Bool {
        guard property.shape.integers > 0, property.shape.decimals == 0 else { return false }
        let name = PropertyName(property.name)
        if isSent, !name.isContent, strings[property.name]?.numericString == .decimal { return true }
        let known = name.isContent ? outer + "." + property.name : Self.unnumbered(property.name)
        if fractions.contains(known) && !(name.isContent && outer.isEmpty) || name.isShare { return true }
        guard property.shape.integers < enough else { return false }
        if let quantity = name.quantity,
            quantities.contains(quantity) || isSent && quantitiesInTexts.contains(quantity)
        {
            return true
        }
        // If `price_change` has a fraction, `price` may have one.
        return !name.isCount
            && (shape.properties.contains {
                $0.shape.decimals > 0 && name.shares(with: PropertyName($0.name))
            } || property.shape.isZero && shape.hasMostlyFractions)
    }
}

extension ObservedShape {
    /// Whether the values are numbers that were only ever 0.
    fileprivate var isZero: Bool { integers > 0 && zeros == integers && decimals == 0 }

    /// Whether most of the properties of objects that measure something have a fraction, at least two.
    fileprivate var hasMostlyFractions: Bool {
        let measures = properties.filter { property in
            let name = PropertyName(property.name)
            return property.shape.integers + property.shape.decimals > 0 && !property.shape.isZero
                && !name.isCount && !name.isShare
        }
        let fractions = measures.count { $0.shape.decimals > 0 }
        return fractions > 1 && fractions * 2 > measures.count
    }
}
