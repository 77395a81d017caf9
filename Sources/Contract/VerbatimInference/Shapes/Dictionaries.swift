import VerbatimJSON

/// Dictionaries: objects whose names of properties are data, and whose values are of one kind.
extension ObservedShape {
    /// The same shape, in which the values of all keys of a dictionary are those of one property.
    ///
    /// - Parameters:
    ///   - name: The name of the property that has the values; empty without one.
    ///   - evidence: What is known besides the shape.
    func foldingDictionaries(
        named name: String = "", by evidence: DictionaryEvidence = DictionaryEvidence()
    ) -> ObservedShape {
        guard objects + arrays > 0 else { return self }
        if LargeStackThread.isNeeded {
            return LargeStackThread.run { foldingDictionaries(named: name, by: evidence) }
        }
        var shape = self
        shape.items = items.map { elements in
            evidence.areQueries && (name.isEmpty || PropertyName(name).isWrapper) && elements.areRows
                ? elements.havingAnyProperties : elements.foldingDictionaries(by: evidence.forElements)
        }
        shape.choice = choice?.mapShapes { $0.foldingDictionaries(named: name, by: evidence) }
        shape.properties = properties.map { property in
            let values = property.shape.foldingDictionaries(named: property.name, by: evidence)
            return Property(name: property.name, count: property.count, shape: values)
        }
        guard shape.isDictionary(named: PropertyName(name), by: evidence), let values = shape.mapValues else {
            return shape
        }
        shape.choice = nil
        shape.properties = [Property(name: Self.anyKey, count: objects, shape: values)]
        return shape
    }

    /// Whether the objects of a list may be the rows of a table, rather than its columns.
    private var areRows: Bool {
        objects > 0 && objects + nulls == count && areScalars && !properties.isEmpty
            && !properties.contains { PropertyName($0.name).isKind }
    }

    /// The same objects with any properties.
    private var havingAnyProperties: ObservedShape {
        var shape = self
        shape.choice = nil
        shape.properties = [Property(name: Self.anyKey, count: objects, shape: ObservedShape())]
        return shape
    }

    /// Takes the values of another shape for those of any key, if either is a dictionary already.
    ///
    /// - Returns: Whether that is so.
    mutating func mergeDictionary(_ other: ObservedShape) -> Bool {
        guard (properties + other.properties).contains(where: { $0.name == Self.anyKey }),
            var values = mapValues ?? other.mapValues
        else { return false }
        if !properties.isEmpty, let others = other.mapValues { values.merge(others) }
        let count = objects + other.objects
        properties = [Property(name: Self.anyKey, count: count, shape: values)]
        return true
    }

    /// The name of the property with the values of all keys, which is as much data as that of a path.
    private static let anyKey = "//"

    private func isDictionary(named name: PropertyName, by evidence: DictionaryEvidence) -> Bool {
        if isKeyedByData { return true }
        guard objects > 0, objects + nulls == count, !properties.isEmpty else { return false }
        let names = properties.map { PropertyName($0.name) }
        // What customers define may be elsewhere: `{"customData": {"href": ...}}`.
        if name.isMetadata, names.allSatisfy(\.isPaging) { return false }
        if name.isRow, evidence.isOfRequests ? areScalars : properties.contains(where: { $0.count < objects })
        {
            return true
        }
        if name.isOpen { return true }
        if name.isMetadata || name.isMeta && evidence.isOfRequests, areScalars,
            evidence.isOfRequests
                ? name.isCustom || !names.contains(where: \.isOwn) : name.isCustom || isMetadata
        {
            return true
        }
        if sayTheirTypes || areNames || name.isOfColumns && areTypes { return true }
        // Settings are named after what they are for: `connect.db` beside `connect.url`.
        let dotted = properties.count { $0.name.dropFirst().dropLast().contains(".") }
        if dotted >= Self.leastSettings, dotted * 2 > properties.count, areScalars { return true }
        guard haveAlikeValues else { return false }
        let areSettings = name.isSmall && dotted == properties.count
        if properties.count > 1, areStrings, areSettings || names.allSatisfy(\.isPlaceholder) { return true }
        // What was refused is said under its name: `{"size": "is too large"}`.
        if evidence.fields.isSuperset(of: properties.map(\.name)),
            properties.allSatisfy({ ($0.shape.items ?? $0.shape).areMessages }),
            !names.contains(where: { $0.isOfErrors || $0.isOutcome })
        {
            return true
        }
        if evidence.isOfErrors, properties.allSatisfy({ $0.shape.items.map(\.areMessages) ?? false }),
            !names.contains(where: { $0.isUsual || $0.isOfErrors })
        {
            return true
        }
        if evidence.isOfErrors, name.isOfErrors {
            if properties.allSatisfy({ $0.shape.arrays > 0 }) {
                return names.count > 1 || names[0].isField || !names[0].isOfErrors
            }
            // An error has a message of its own: `{"reason": ...}`.
            if name.isError || name.isOfFields, name.isPlural, areStrings {
                return !names.contains { $0.isUsual || $0.isOfErrors }
            }
        }
        // Sizes of an image are no labels, nor are lists of tags by their sources.
        let areLabels = properties.allSatisfy { property in
            let strings = property.shape.strings
            return strings.count + property.shape.nulls == property.shape.count
                && (strings.count == 0 || !strings.traits.contains(.uri))
        }
        // An element of XML has the elements of a list: `{"dependency": []}` of `dependencies`.
        let isListOfName =
            properties.count == 1 && properties[0].shape.arrays > 0 && names[0].isSingular(of: name)
        if name.isDictionary, !isListOfName, properties.allSatisfy({ $0.shape.booleans == 0 }),
            areLabels || !name.isOfLabels
        {
            return !names.contains(where: \.isWrapper) && !names.allSatisfy(\.isPaging)
        }
        // No object has so many properties of one kind.
        let areMany = properties.count > Self.comparedValues && areStructured
        if areMany || sayTheirKeys || evidence.names(self) || haveFewWords { return true }
        if name.isPlural, !name.isUsual, nameTheirKeys { return true }
        guard name.isSmall, !areStrings, !names.contains(where: \.isUsual) else { return false }
        return name.isGrouped || names.count > 1 && properties.allSatisfy { Self.isCode($0.name) }
            || areSubsets
    }

    /// Whether all values are texts, by names that describe neither things nor responses.
    var isMetadata: Bool {
        areStrings && !properties.contains { PropertyName($0.name).isUsualMetadata }
    }

    private var areScalars: Bool { properties.allSatisfy(\.shape.isScalar) }

    /// Whether most of several names are in some of the objects only, and their values are a few words, such
    /// as those for the types of fields.
    private var haveFewWords: Bool {
        let partial = properties.count { $0.count < objects }
        guard properties.count > 5, partial * 2 > properties.count, areStrings,
            properties.allSatisfy({ !$0.shape.strings.values.isEmpty })
        else { return false }
        return Set(properties.flatMap { $0.shape.strings.values.map(\.text) }).count * 2 < properties.count
    }

    var areStrings: Bool { properties.allSatisfy { $0.shape.strings.count == $0.shape.count } }

    /// Whether all values are texts that are no data, such as the addresses that a request had.
    private var areMessages: Bool {
        strings.count == count && strings.format == nil && strings.numericString == nil
    }

    /// Whether each of several names is its value, but for the case of letters. Values with spaces are not
    /// known.
    private var areNames: Bool {
        guard properties.count > 2, areStrings else { return false }
        let own = properties.filter { property in
            property.shape.strings.values.map { $0.text.lowercased() } == [property.name.lowercased()]
        }
        let others = properties.filter { $0.shape.strings.values.isEmpty && $0.name.contains(" ") }
        return own.count > 1 && own.count + others.count == properties.count
    }

    /// Whether each value is the name of a type.
    private var areTypes: Bool {
        areStrings
            && properties.allSatisfy { property in
                let values = property.shape.strings.values
                return !values.isEmpty && values.allSatisfy { Self.types.contains($0.text.lowercased()) }
            }
    }

    private static let types: Set = [
        "string", "text", "integer", "int", "number", "num", "float", "double", "decimal", "boolean", "bool",
        "date", "datetime", "timestamp", "object", "array", "list", "null", "uuid",
    ]

    private var areStructured: Bool {
        properties.allSatisfy { ($0.shape.items ?? $0.shape).objects > 0 }
    }

    /// Whether most of many names are in some of the objects only, and their values are numbers or have some
    /// structure.
    private var areSubsets: Bool {
        let present = properties.reduce(0) { $0 + $1.count }
        let partial = properties.count { $0.count < objects }
        let areNumbers = properties.allSatisfy { $0.shape.integers + $0.shape.decimals > 0 }
        return objects > 2 && properties.count > 5 && (areStructured || areNumbers)
            && partial * 4 >= properties.count * 3 && present * 4 <= properties.count * objects * 3
    }

    /// Whether values say under which names they are: `{"GDAX": [{"exchangeCode": "GDAX"}]}`.
    private var sayTheirKeys: Bool {
        let count = properties.count { property in
            let values = property.shape.items ?? property.shape
            return values.properties.contains { inner in
                inner.shape.strings.values.map(\.text) == [property.name] && inner.count == values.objects
                    && PropertyName(inner.name).isKey
            }
        }
        return count == properties.count || count > 1 && count * 2 >= properties.count
    }

    /// Whether the name of each value has the words of the key: `{"search": {"name": "Search"}}`.
    private var nameTheirKeys: Bool {
        properties.allSatisfy { property in
            let names = property.shape.properties.first { $0.name == "name" }?.shape.strings.values ?? []
            let words = ResourceName.plain(property.name)
            return !names.isEmpty && names.allSatisfy { ResourceName.plain($0.text) == words }
        }
    }

    /// Whether each value says its type, and has a property with the name of that: `{"Due": {"type": "date",
    /// "date": ...}}`. One key is enough if it begins with a capital letter, as those of others do not.
    private var sayTheirTypes: Bool {
        let isCapital = properties[0].name.utf8.first.map { $0 &- 0x41 < 26 } ?? false
        guard properties.count > 1 || isCapital else { return false }
        return properties.allSatisfy { property in
            let inner = property.shape.properties
            let types = inner.first { $0.name == "type" }?.shape.strings.values ?? []
            return !types.isEmpty
                && types.allSatisfy { type in inner.contains { $0.name == type.text } }
        }
    }

    /// Whether all values are of the same types, besides null.
    private var haveSameTypes: Bool {
        Set(properties.map(\.shape.types).filter { $0.contains(true) }).count < 2
    }

    /// The number of values that are compared to the first one.
    private static let comparedValues = 64

    /// Whether all values are objects or lists and alike, as those of a dictionary are.
    var holdsAlike: Bool {
        properties.allSatisfy { $0.shape.objects + $0.shape.arrays > 0 } && haveAlikeValues
    }

    var haveAlikeValues: Bool {
        let known = properties.filter { $0.shape.types.contains(true) }.prefix(Self.comparedValues)
        return haveSameTypes && known.dropFirst().allSatisfy { known[0].shape.isAlike($0.shape) }
    }

    /// Whether all values are of the same types, and the names are data, or are many of which most are absent
    /// and few always there.
    var looksLikeMap: Bool {
        guard !properties.isEmpty, haveSameTypes else { return false }
        if isKeyedByData { return true }
        let present = properties.reduce(0) { $0 + $1.count }
        let always = properties.count { $0.count == objects }
        return properties.count >= 20 && present * 2 <= properties.count * objects
            && always * 4 < properties.count
    }

    /// Whether the form of the names shows that they are data: identifiers, locales, or keys such as
    /// `k:{"ip":"..."}` and `f:metadata` of Kubernetes, or numbers from 0 on.
    var isKeyedByData: Bool {
        guard !properties.isEmpty, haveSameTypes else { return false }
        if properties.allSatisfy({ $0.name == "." || $0.name.hasPrefix("f:") || $0.name.hasPrefix("k:{") }) {
            return true
        }
        // No property has a path as its name.
        if properties.contains(where: { $0.name.hasPrefix("/") && $0.name.utf8.count > 1 }) {
            return haveAlikeValues
        }
        // No property has a sentence as its name either: `{"Unknown adapter error.": 2}`.
        if properties.contains(where: { $0.name.contains(" ") && Self.endsSentence($0.name) }) {
            return haveAlikeValues
        }
        // Several words are the name of a thing: `{"Census Tracts": [{"name": ...}]}`.
        let phrases = properties.count { $0.name.contains(" ") }
        if phrases > 1, phrases * 2 >= properties.count, areStructured { return haveAlikeValues }
        if properties.allSatisfy({ Self.isCode($0.name) }),
            properties.count(where: { IdentifierForm.isCurrency($0.name[...]) }) * 2 > properties.count
        {
            return true
        }
        if properties.allSatisfy({ IdentifierForm($0.name) == .currencies }) { return true }
        if properties.allSatisfy({ Self.isLocale($0.name) }) {
            let known = properties.count { IdentifierForm.isLanguageCode($0.name) }
            if properties.contains(where: { $0.name.utf8.count == 5 }) { return true }
            // No property with another meaning is called `en`.
            if known == properties.count, properties.contains(where: { $0.name == "en" }) { return true }
            if properties.count >= Self.leastLanguages, known * 2 > properties.count { return true }
        }
        if properties.count > 2,
            properties.allSatisfy({ $0.shape.objects + $0.shape.arrays > 0 && Self.isCode($0.name) })
        {
            return haveAlikeValues
        }
        // The words of a text, and objects of one kind whose names differ from parent to parent.
        if properties.count >= 20, properties.count(where: { Self.isText($0.name) }) > 2 { return true }
        if objects > 2, properties.count > 3,
            properties.allSatisfy({ $0.shape.objects > 0 && $0.count * 2 <= objects })
        {
            return haveAlikeValues
        }
        if properties.allSatisfy({ Self.isData($0.name) }) { return true }
        // No property has a number as its name, or one that begins with a digit.
        let numbered = properties.count { $0.name.utf8.first?.isDigit ?? true }
        let hasNumber = properties.contains { Self.isNumber($0.name) }
        return (hasNumber || numbered > 1 && numbered * 2 > properties.count) && haveAlikeValues
    }

    /// Whether the form of a name shows that it is data: a locale, a number or another identifier, a path or
    /// a file.
    static func isData(_ name: String) -> Bool {
        // No identifier is as short as most words.
        let isWord = name.utf8.contains(where: \.isLetter)
        if name.utf8.count < 7, isWord, name.utf8.allSatisfy({ $0.isLetterOrDigit || "_-".utf8.contains($0) })
        {
            return name.utf8.count == 5 && isLocale(name)
        }
        if isKey(name) || name.dropFirst().contains("/") || isFile(name) { return true }
        let form = IdentifierForm(name)
        return [.uuid, .ulid, .hash, .email, .date].contains(form)
            || form == .redacted && !IdentifierForm.isVariable(name)
            || form == .token && !isMadeOfWords(name)
    }

    /// Whether more than half of a name are words, such as `recoveryVO2MaxValue`, beside which there may be
    /// digits.
    private static func isMadeOfWords(_ name: String) -> Bool {
        let words = ResourceName.words(of: name).filter { word in
            word.utf8.count > 3 && word.utf8.dropFirst().allSatisfy { $0 &- 0x61 < 26 }
        }
        return words.count > 1 && words.reduce(0) { $0 + $1.utf8.count } * 2 > name.utf8.count
    }

    /// The shape of the values of all properties.
    var mapValues: ObservedShape? {
        guard var values = properties.first?.shape else { return nil }
        for property in properties.dropFirst() { values.merge(property.shape) }
        return values
    }

    /// Whether a name has punctuation as only text has.
    private static func isText(_ name: String) -> Bool {
        name.utf8.contains { " ,;()%'\"".utf8.contains($0) } || endsSentence(name)
    }

    private static func endsSentence(_ name: String) -> Bool {
        name.utf8.last.map { ".!?".utf8.contains($0) } == true
    }

    /// Whether a name has capital letters and digits only, as those of currencies and constants do.
    static func isCode(_ name: String) -> Bool {
        name.utf8.count > 1 && name.utf8.allSatisfy { $0.isDigit || $0 &- 0x41 < 26 || $0 == 0x5f }
    }

    static func isFile(_ name: String) -> Bool {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count > 1 && parts[0].utf8.count > 1 && files.contains(String(parts[parts.count - 1]))
    }

    private static let files: Set = [
        "c", "csv", "go", "h", "html", "js", "json", "md", "py", "rb", "rs", "sh", "swift", "toml", "ts",
        "txt", "xml", "yaml", "yml",
    ]

    /// The number of names with a point in them from which they are keys.
    private static let leastSettings = 4
    /// The number of languages without a country that are no properties by chance.
    private static let leastLanguages = 5

    /// Whether a name is a language, with or without a country: `en`, `en-US`, `en_US`.
    private static func isLocale(_ name: String) -> Bool {
        let parts = name.utf8.split(omittingEmptySubsequences: false) { $0 == 0x2d || $0 == 0x5f }
        return parts.count <= 2 && parts.allSatisfy { $0.count == 2 }
            && parts[0].allSatisfy { $0 &- 0x61 < 26 }
            && parts.dropFirst().allSatisfy { $0.allSatisfy { $0 &- 0x41 < 26 } }
    }

    /// Whether a name has digits only, or at least eight hexadecimal digits and hyphens, perhaps after `0x`.
    private static func isKey(_ name: String) -> Bool {
        let digits = name.utf8.dropFirst(name.hasPrefix("0x") ? 2 : 0)
        let isHex = digits.allSatisfy { $0.isHexDigit || $0 == 0x2d }
        return isNumber(name) || isHex && name.utf8.count >= 8 && name.utf8.contains(where: \.isDigit)
    }

    private static func isNumber(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.allSatisfy(\.isDigit)
    }

    /// Whether there were booleans, numbers, strings, arrays and objects.
    var types: [Bool] {
        [booleans > 0, integers + decimals > 0, strings.count > 0, arrays > 0, objects > 0]
    }
}
