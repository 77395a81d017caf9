import VerbatimContract
import VerbatimHAR
import VerbatimJSON

/// The segments of paths, of contracts and of requests.
extension PathNode {
    /// Adds the paths of a contract.
    func declare(_ addresses: DocumentAddresses, in document: JSONValue) {
        for path in addresses.paths.sorted() {
            var node = self
            for segment in Self.segments(of: path) {
                let name = Self.parameterName(segment)
                node = node.child(name == nil ? .literal(segment) : .parameter)
                node.isDeclared = true
                node.declaredName = node.declaredName ?? name
            }
            node.declaredPath = path
            node.declareOperations(of: document[JSONPointer(["paths", path])])
        }
    }

    private func declareOperations(of item: JSONValue?) {
        let others =
            item?["additionalOperations"]?.object?.members.map { ($0.name.lowercased(), $0.value) } ?? []
        for (method, operation) in (item?.object?.members.map { ($0.name, $0.value) } ?? []) + others {
            let statuses = operation["responses"]?.object?.names ?? []
            guard !statuses.isEmpty else { continue }
            operations[method, default: Operation()].statuses.formUnion(
                statuses.map { Int($0.replacing("XX", with: "00")) ?? 200 })
        }
    }

    func add(
        _ key: OperationKey, _ path: String, _ requests: UndocumentedRequests, _ samples: ResponseSamples
    ) {
        let first = requests.samples.first.map(samples.sample)
        let segments = Self.segments(of: path) { first?.isNamed($0) ?? false }
        // A request that fails may lack an identifier, which is never the first segment.
        let succeeds = requests.statuses.contains { $0 < 400 }
        let known = succeeds ? Self.plain(segments) : Array(segments.drop(while: \.isEmpty))
        var node = self
        for (collection, text) in zip([""] + known, known) {
            node = node.child(.literal(text))
            // What belongs to a thing, or to the API, may not be there either.
            if !requests.missing.isEmpty, requests.missing.contains(PercentEncoding.decode(text[...])),
                !collection.isEmpty, PathNames.mayHoldThings(collection)
            {
                node.naming = NamingEvidence(role: .thing, property: nil)
            }
        }
        node.keys.append(key)
        if !requests.endInSlash { node.hasPlainPath = true }
        let name = key.method + (key.constant.map { "?" + $0.value } ?? "")
        guard !requests.statuses.isEmpty else { return }
        node.operations[name, default: Operation()]
            .merge(Operation(statuses: requests.statuses, samples: requests.samples.map(samples.sample)))
    }

    /// The name in the braces of a segment that is a parameter.
    static func parameterName(_ segment: String) -> String? {
        guard segment.hasPrefix("{"), segment.hasSuffix("}") else { return nil }
        let name = segment.dropFirst().dropLast()
        return name.isEmpty || name.contains { "{}".contains($0) } ? nil : String(name)
    }

    /// The segments of a path without the slash at its end. A custom method is a segment of its own, which
    /// begins with a slash: `items`, `7` and `/:publish` of `/items/7:publish`. So is the extension of what
    /// is identified: `/.json` of `/items/7.json`.
    ///
    /// https://google.aip.dev/136
    ///
    /// - Parameter isNamed: Whether a word is an identifier nevertheless.
    static func segments(of path: String, where isNamed: (String) -> Bool = { _ in false }) -> [String] {
        let slash = UInt8(ascii: "/")
        let inner = path.dropFirst().dropLast(path.utf8.count > 1 && path.utf8.last == slash ? 1 : 0)
        guard !inner.isEmpty else { return [] }
        return inner.utf8.split(separator: slash, omittingEmptySubsequences: false).flatMap { bytes in
            let segment = Substring(bytes)
            let count = endCount(of: segment, isNamed)
            return count == 0
                ? [String(segment)] : [String(segment.dropLast(count)), "/" + segment.suffix(count)]
        }
    }

    /// The segments without those that are empty, except in a URL.
    static func plain(_ segments: [String]) -> [String] {
        segments.indices.filter { index in
            !segments[index].isEmpty || index > 0 && ["http:", "https:"].contains(segments[index - 1])
        }.map { segments[$0] }
    }

    /// The number of characters that a segment has after what it identifies.
    private static func endCount(of segment: Substring, _ isNamed: (String) -> Bool) -> Int {
        guard segment.utf8.contains(where: { ".:".utf8.contains($0) }) else { return 0 }
        let method = segment.lastIndex(of: ":").map { segment[$0...] } ?? ""
        // What is before a colon may be what something is found by: `id:missing`.
        let isMethod =
            !PathResource.keys.contains(String(segment.dropLast(method.count))) && method.utf8.count > 3
            && method.utf8.count < segment.utf8.count
            && method.utf8.dropFirst().allSatisfy(\.isLetter)
        if isMethod { return method.count }
        let start = withoutExtension(segment)
        guard start.utf8.count < segment.utf8.count else { return 0 }
        let isIdentifier =
            parameterName(start) != nil || IdentifierForm.isVersion(Array(start.utf8))
            || IdentifierForm(start, inCollection: true) != nil || IdentifierForm.isSymbol(start)
            || isNamed(start)
        return isIdentifier ? segment.count - start.count : 0
    }

    /// A segment without the extension of data: `7` for `7.json`.
    static func withoutExtension(_ segment: some StringProtocol) -> String {
        let ending = [".json", ".xml", ".patch", ".diff"].first(where: segment.hasSuffix) ?? ""
        return String(segment.dropLast(ending.count))
    }

    /// The path with some segments.
    static func path(of segments: [String]) -> String {
        segments.isEmpty
            ? "/" : segments.reduce(into: "") { $0 += $1.hasPrefix("/") ? $1.dropFirst() : "/" + $1 }
    }
}
