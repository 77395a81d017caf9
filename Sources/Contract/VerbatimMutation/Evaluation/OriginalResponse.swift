import Foundation
import VerbatimContract
import VerbatimDecoding
import VerbatimHAR
import VerbatimJSON
import VerbatimModels

/// A recorded interaction, prepared to be mutated and checked many times.
struct OriginalResponse: Sendable {
    let interaction: Interaction
    let response: HTTPResponse
    let operation: APIOperation
    /// The response object of the contract for its status, if there is one.
    let declared: ResponseObject?
    /// The stored bytes of the body.
    let body: [UInt8]
    /// The items of the body, if it is a sequence of nothing else.
    let items: (format: ItemFormat, sequence: ItemSequence)?
    /// The positions of the values in the body, or in the array of its items; nil unless the body is a JSON
    /// object or array, or a sequence.
    let map: BodyMap?
    /// The findings about the interaction as it was recorded.
    let known: Set<Finding.Key>
    /// Returns whether the schema of the body accepts one; nil without one, or if there are findings already.
    let schemaAccepts: (@Sendable (JSON) -> Bool)?
    /// The models that read the body and accept it.
    let readers: [ModelBinding]

    /// Prepares an interaction; nil if it has no complete response, no readable body or no operation.
    init?(
        _ interaction: Interaction, _ contract: Contract, _ oracle: ContractOracle, _ models: [ModelBinding]
    ) {
        guard case .response(let response) = interaction.outcome,
            let operation = contract.operation(of: interaction), let data = try? response.body.storedBytes()
        else { return nil }
        self.interaction = interaction
        self.response = response
        self.operation = operation
        declared = operation.response(for: response.status)
        body = [UInt8](data)
        known = oracle.keys(of: interaction)
        items = interaction.itemFormat.flatMap { format in
            let sequence = format.items(in: data)
            let isWhole = sequence.problems.isEmpty && sequence.unfinished == nil
            return isWhole && sequence.json?.count ?? 0 > 0 ? (format, sequence) : nil
        }
        let document = items?.sequence.json.map { [UInt8]($0.text.utf8) } ?? body
        readers = models.filter { $0.reads(operation.id, status: response.status) }
            .reading(items?.format).filter { $0.accepts(Data(document)) }
        let json = (try? JSON(parsing: document)).flatMap {
            $0.kind == .object || $0.kind == .array ? $0 : nil
        }
        let schema = operation.schema(ofJSONBodyOf: response, in: contract)
        let accepts = schema.map { schema in { @Sendable json in contract.accepts(json, schema) } }
        schemaAccepts = known.isEmpty && json.map { accepts?($0) ?? false } ?? false ? accepts : nil
        let schemas = SchemaView(ofBody: schema, contract.references)
        let coverage = readers.isEmpty ? nil : ModelCoverage(Self.usage(of: readers, Data(document)))
        let root = PointerPattern(ofBody: schemas, coverage: coverage)
        map = json.map { BodyMap($0, document, root: root) }
    }

    /// The keys that all models together read; nil if those of one of them cannot be traced.
    private static func usage(of readers: [ModelBinding], _ body: Data) -> KeyUsage? {
        var sum = KeyUsage()
        for reader in readers {
            guard let usage = reader.read(body).usage else { return nil }
            sum.add(usage)
        }
        return sum
    }

    func with(_ response: HTTPResponse) -> Interaction {
        var changed = interaction
        changed.outcome = .response(response)
        return changed
    }

    /// The interaction with another body, or with that of another array of items.
    func with(body: [UInt8]) -> Interaction {
        var response = response
        let array = items.flatMap { _ in try? JSON(parsing: body) }
        response.body = .data(items.flatMap { items in array.map(items.format.body) } ?? Data(body))
        return with(response)
    }

    /// Returns the body reduced to what can affect the result of the contract for a value.
    func judgedBody(around node: Int, in map: BodyMap) -> ReducedBody {
        let body = ReducedBody(of: map, around: node, for: .contract)
        return accepts(body) ? body : ReducedBody(of: map, around: node, for: .all)
    }

    /// Returns whether there is a schema that accepts a reduced body, like the whole.
    func accepts(_ body: ReducedBody) -> Bool {
        guard let schemaAccepts, let json = try? JSON(parsing: body.bytes) else { return false }
        return schemaAccepts(json)
    }

    /// The number of mutants for each one that is judged by the whole body: at least 256, and as many as keep
    /// the bytes of all those bodies within a bound.
    var mutantsPerCheck: UInt64 { UInt64(max(256, (map?.nodes.count ?? 0) * body.count >> 20)) }

    /// The number of bytes that are validated in the time that one finding takes.
    private static let bytesPerFinding = 65_536

    /// The bytes that the contract and the models read to judge one mutant of each value.
    var judgedSize: Int {
        guard let map else { return 0 }
        let readValues = map.nodes.count { map.patterns[$0.pattern].coverage != nil }
        let judged = body.count + known.count * Self.bytesPerFinding
        return readValues * body.count + (schemaAccepts == nil ? map.nodes.count * judged : map.judgedSize)
    }

    /// Returns what models read of a mutated response: the bytes of its body, or the array of its items.
    func document(of response: HTTPResponse) -> Data? {
        guard let body = try? response.body.storedBytes() else { return nil }
        guard let items else { return body }
        return items.format.items(in: body).json.map { Data($0.text.utf8) }
    }

    /// Returns the mutations of a value that a response can have: an event has fields of text.
    func mutations(of node: Int, in map: BodyMap, _ values: ValueMutations) -> [ValueMutation] {
        let all = values.mutations(of: node, in: map)
        guard let items else { return all }
        let path = map.patterns[map.nodes[node].pattern].pointer.tokens
        if path.isEmpty { return [] }
        guard items.format == .events, path.count <= 2 else { return all }
        switch (path.last, map.nodes[node].kind) {
        case ("event", _): return all.filter { $0.mutationOperator == .dropKey || $0.splice.isString }
        case ("data", .string): return all.filter(\.splice.isString)
        case ("data", _): return all.filter { $0.mutationOperator != .dropKey }
        default: return []
        }
    }

    /// Returns the kind of the item that has a value: the name of an event, or its type.
    func itemKind(of node: Int) -> String? {
        guard let items, let index = map?.pointer(to: node).tokens.first else { return nil }
        return items.sequence.json?[JSONPointer([index])].itemKind
    }

    func position(of node: Int, in map: BodyMap) -> JSONPosition {
        let position = map.position(of: map.nodes[node].target.value.lowerBound)
        return items?.sequence.position(of: position) ?? position
    }

    var responseMutations: [ResponseMutation] {
        ResponseMutations(
            response: response, body: body, isJSON: map != nil && items == nil,
            headers: declared?.headers.map(\.name) ?? []
        ).all
    }
}
