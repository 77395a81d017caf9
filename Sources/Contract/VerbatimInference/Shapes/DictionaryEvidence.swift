import VerbatimContract
import VerbatimHAR
import VerbatimJSON

/// What is known of messages besides their shapes that may show that objects in them are dictionaries.
struct DictionaryEvidence: TrafficFacts {
    /// Whether the messages are requests.
    var isOfRequests = false
    /// Whether the messages are errors.
    private(set) var isOfErrors = false
    /// The values by which the requests name things: `ids=a,b`.
    private var keys: Set<String> = []
    /// What else requests say: codes as they are, words in small letters, and values after their names.
    private var sent: Set<String> = []
    /// The names of the fields of requests that were answered with an error.
    private(set) var fields: Set<String> = []
    /// Whether requests are queries in SQL, whose results have the columns that they name.
    private(set) var areQueries = false

    /// The number of such values that are kept, and of those in a body that are looked at.
    private static let keyLimit = 256
    private static let longestKey = 64

    /// Adds the codes in the path of a request, and the values after what they are: `by-name`.
    mutating func addPath(_ path: Substring) {
        let segments = PathNode.segments(of: String(path))
        for segment in segments where ObservedShape.isCode(segment) {
            if segment.utf8.count <= Self.longestKey { sent.insert(segment) }
        }
        for (word, value) in zip(segments, segments.dropFirst()) {
            if word.hasPrefix("by-") || PathResource.keys.contains(word) {
                add(PercentEncoding.decode(value))
            }
        }
        settle()
    }

    /// Adds what a request says besides its path.
    mutating func add(_ interaction: Interaction) {
        isOfErrors = isOfErrors || interaction.outcome.response.map { $0.status >= 400 } ?? false
        for item in RequestTarget(interaction.request.url).query {
            if PropertyName(item.name).isKey { add(item.value) }
            addSent(item.value, as: item.name)
            addWords(of: item)
        }
        if interaction.requestMediaType?.isForm ?? false, let body = interaction.request.body {
            let fields = RequestTarget.fields(String(decoding: body, as: UTF8.self)[...])
            for field in fields.prefix(Self.keyLimit) { addSent(field.value, as: field.name) }
            if isOfErrors { self.fields.formUnion(fields.prefix(Self.keyLimit).map(\.name)) }
        }
        let body = interaction.request.structuredBody
        if isOfErrors, let body { fields.formUnion(body.members.prefix(Self.keyLimit).map(\.name)) }
        settle()
        var pending = body.map { [(name: "", value: $0)] } ?? []
        var left = Self.keyLimit
        while left > 0, let (name, value) = pending.popLast() {
            left -= 1
            if let text = value.string {
                if PropertyName(name).isKey { add(text) }
                addSent(text, as: name)
            }
            pending += value.elements.prefix(left).map { (name, $0) }
            pending += value.members.prefix(left).map { ($0.name, $0.value) }
        }
    }

    private mutating func add(_ list: String) {
        let names = list.split { ",;|".contains($0) }.prefix(Self.keyLimit)
        keys.formUnion(names.filter { $0.utf8.count <= Self.longestKey }.map(String.init))
        settle()
    }

    /// Adds the codes in a value, or the tables in a query.
    private mutating func addSent(_ value: String, as name: String) {
        if ["query", "sql", "soql"].contains(name.lowercased()) {
            let words = Self.words(of: value)
            if let start = words.firstIndex(of: "select"), words[start...].contains("from") {
                areQueries = true
                let tables = zip(words, words.dropFirst()).filter { ["from", "join"].contains($0.0) }
                sent.formUnion(tables.prefix(Self.wordLimit).map(\.1))
            }
        }
        let codes = value.split { ",;|".contains($0) }.prefix(Self.keyLimit).map(String.init)
        sent.formUnion(codes.filter { ObservedShape.isCode($0) && $0.utf8.count <= Self.longestKey })
        settle()
    }

    /// Adds the words of a value that may choose what is in a response, and the value itself.
    private mutating func addWords(of item: RequestTarget.Field) {
        let names = ResourceName.words(of: item.name).map { $0.lowercased() }
        guard item.value.utf8.count <= Self.longestKey, !OperationKey.functionParameters.contains(item.name),
            Self.otherWords.isDisjoint(with: names)
        else { return }
        let words = Self.words(of: item.value)
        if words.count <= Self.wordLimit { sent.formUnion(words) }
        sent.insert(Self.assignment(of: item.value, to: item.name.lowercased()))
        settle()
    }

    /// A value after its name. Which number it is, shapes do not say.
    private static func assignment(of value: String, to name: String) -> String {
        name + "=" + (value.utf8.allSatisfy(\.isDigit) ? "0" : value)
    }

    private static func words(of text: String) -> [String] {
        text.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
    }

    /// The number of objects that show a property without regard to what requests send.
    private static let usualObjects = 3
    /// The number of words in a value that is no text of any kind.
    private static let wordLimit = 8
    /// The words in the names of parameters that order and find things.
    private static let otherWords: Set = [
        "exclude", "omit", "search", "sort", "query", "q", "filter", "order", "direction",
    ]

    mutating func append(_ next: DictionaryEvidence) {
        isOfErrors = isOfErrors || next.isOfErrors
        areQueries = areQueries || next.areQueries
        keys.formUnion(next.keys)
        sent.formUnion(next.sent)
        fields.formUnion(next.fields)
        settle()
    }

    private mutating func settle() {
        if max(keys.count, sent.count, fields.count) > 2 * Self.keyLimit { self = settled }
    }

    /// The same with the first of the values in their order, which parts have in common with the whole.
    var settled: DictionaryEvidence {
        var settled = self
        settled.keys = Set(keys.sorted().prefix(Self.keyLimit))
        settled.sent = Set(sent.sorted().prefix(Self.keyLimit))
        settled.fields = Set(fields.sorted().prefix(Self.keyLimit))
        return settled
    }

    /// The same for what is in the elements of a list.
    var forElements: DictionaryEvidence {
        var evidence = self
        evidence.areQueries = false
        return evidence
    }

    /// A shape in which others may lack the properties that requests name, or whose values they send.
    func applied(to shape: ObservedShape) -> ObservedShape {
        guard !sent.isEmpty, !isOfErrors else { return shape }
        return shape.requested(where: names).requested(areElements: false, where: sends)
    }

    /// Whether requests name a property of objects, of which a response has one.
    private func names(_ property: ObservedShape.Property, of holder: ObservedShape) -> Bool {
        if ObservedShape.isCode(property.name), sent.contains(property.name) { return true }
        let values = property.shape
        let isOnly = holder.properties.count == 1
        return (holder.objects <= holder.responses && values.objects + values.arrays > 0 || isOnly)
            && sent.contains(property.name.lowercased()) && !PropertyName(property.name).isUsual
    }

    /// Whether requests send the only value of a property, which need not be there without it.
    private func sends(_ property: ObservedShape.Property, of holder: ObservedShape) -> Bool {
        let (name, strings) = (PropertyName(property.name), property.shape.strings)
        let isNumber = strings.values.isEmpty && strings.numericString == .integer
        let texts = isNumber ? ["0"] : strings.values.map(\.text)
        return holder.objects < Self.usualObjects && strings.count == property.shape.count && !texts.isEmpty
            && !name.isUsual && !name.isKey && !name.isKind
            && texts.allSatisfy { sent.contains(Self.assignment(of: $0, to: property.name.lowercased())) }
    }

    /// Whether requests name all that is in the objects of a shape, by other words than usual ones.
    func names(_ shape: ObservedShape) -> Bool {
        shape.properties.allSatisfy { property in
            (keys.contains(property.name)
                || ObservedShape.isCode(property.name) && sent.contains(property.name))
                && !PropertyName(property.name).isUsual
        }
    }
}
