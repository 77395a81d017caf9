import Foundation
import VerbatimContract
import VerbatimDecoding
import VerbatimHAR
import VerbatimJSON
import VerbatimModels
import VerbatimSchema

/// A recorded interaction, prepared to be mutated and checked many times.
struct OriginalResponse: Sendable {
    let interaction: Interaction
    let response: HTTPResponse
    let operation: APIOperation
    /// The response object of the contract for its status, if there is one.
    let declared: ResponseObject?
    /// The stored bytes of the body.
    let body: [UInt8]
    /// The positions of the body's values; nil unless the body is a JSON object or array.
    let map: BodyMap?
    /// The findings about the interaction as it was recorded.
    let known: Set<Finding.Key>
    /// The schema of the body; nil without one, or if there are findings already.
    let schema: CompiledSchema?
    /// The models that read the body and accept it.
    let readers: [ModelBinding]

    /// Prepares an interaction; nil if it has no complete response, no readable body or no operation.
    init?(
        _ interaction: Interaction, _ contract: Contract, _ oracle: ContractOracle, _ models: [ModelBinding]
    ) {
        guard case .response(let response) = interaction.outcome,
            let operation = contract.operation(of: interaction),
            let data = try? response.body.storedBytes()
        else { return nil }
        self.interaction = interaction
        self.response = response
        self.operation = operation
        declared = operation.response(for: response.status)
        body = [UInt8](data)
        known = Set(oracle.findings(about: interaction).map { $0.key(.value) })
        readers = models.filter { $0.reads(operation.id, status: response.status) && $0.accepts(data) }
        let json = (try? JSON(parsing: body)).flatMap { $0.kind == .object || $0.kind == .array ? $0 : nil }
        let schema = declared.flatMap { Self.schema(of: response, $0) }
        let compiled = schema.map { contract.schemas[$0.index] }
        self.schema = known.isEmpty && json.map { compiled?.accepts($0) ?? false } ?? false ? compiled : nil
        let schemas = SchemaView(schema.map { [$0.node] } ?? [], contract.references)
        let coverage = readers.isEmpty ? nil : ModelCoverage(Self.usage(of: readers, data))
        let root = PointerPattern(pointer: .root, schemas: schemas, coverage: coverage)
        map = json.map { [body] in BodyMap($0, body, root: root) }
    }

    private static func schema(of response: HTTPResponse, _ declared: ResponseObject) -> SchemaReference? {
        guard let type = response.headers["Content-Type"].flatMap(MediaType.init) else { return nil }
        return declared.content.closest(to: type)?.schema
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

    /// The interaction with another response.
    func with(_ response: HTTPResponse) -> Interaction {
        var changed = interaction
        changed.outcome = .response(response)
        return changed
    }

    /// The interaction with another body.
    func with(body: [UInt8]) -> Interaction {
        var response = response
        response.body = .data(Data(body))
        return with(response)
    }

    /// The mutations of the response as a whole.
    var responseMutations: [ResponseMutation] {
        ResponseMutations(
            response: response, body: body, isJSON: map != nil,
            headers: declared?.headers.map(\.name) ?? []
        ).all
    }
}
