import Foundation
import VerbatimContract
import VerbatimDecoding
import VerbatimHAR
import VerbatimJSON
import VerbatimModels
import VerbatimSchema

/// A recorded interaction, made ready to be changed and judged many times.
struct BodySample: Sendable {
    let interaction: Interaction
    let response: HTTPResponse
    let operation: APIOperation
    /// What the contract promises for its status, if it declares it.
    let promise: ResponseObject?
    /// The body as it is stored.
    let body: [UInt8]
    /// Where its values stand; nil when the body is no JSON.
    let map: BodyMap?
    /// What is wrong with it before anything is changed.
    let known: Set<ContractOracle.Fault>
    /// The schema that alone decides about the body's values; nil when there is none, or something is wrong already.
    let schema: CompiledSchema?
    /// The models that read its body, and can.
    let readers: [ModelBinding]

    /// Makes an interaction ready; nil when it has no whole response, no readable body or no operation.
    init?(_ interaction: Interaction, _ contract: Contract, _ judge: ContractOracle, _ models: [ModelBinding])
    {
        guard case .response(let response) = interaction.outcome,
            let operation = contract.operation(of: interaction),
            let data = try? response.body.storedBytes()
        else { return nil }
        self.interaction = interaction
        self.response = response
        self.operation = operation
        promise = operation.response(for: response.status)
        body = [UInt8](data)
        known = Set(judge.findings(in: interaction).map(ContractOracle.Fault.init))
        readers = models.filter { $0.reads(operation.id, status: response.status) && $0.accepts(data) }
        let json = Self.document(body)
        let schema = promise.flatMap { Self.schema(of: response, $0) }
        let compiled = schema.map { contract.schemas[$0.index] }
        self.schema = known.isEmpty && json.map { compiled?.accepts($0) ?? false } ?? false ? compiled : nil
        let sight = SchemaBranches(schema.map { [$0.node] } ?? [], in: contract.document)
        let reach = readers.isEmpty ? nil : ModelCoverage(Self.usage(of: readers, data))
        map = json.map { _ in
            BodyMap([UInt8](data), root: PointerPattern(pointer: .root, schemas: sight, reading: reach))
        }
    }

    /// A JSON body that is an object or a list.
    private static func document(_ body: [UInt8]) -> JSON? {
        guard let json = try? JSON(parsing: body), json.kind == .object || json.kind == .array else {
            return nil
        }
        return json
    }

    private static func schema(of response: HTTPResponse, _ promise: ResponseObject) -> SchemaReference? {
        guard let type = response.headers["Content-Type"].flatMap(MediaType.init) else { return nil }
        return promise.content.closest(to: type)?.schema
    }

    /// What all models together ask for; nil when one cannot be watched.
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

    /// The changes of the response as a whole.
    var responseMutations: [ResponseMutation] {
        ResponseMutations(
            response: response, body: body, isJSON: map != nil,
            headers: promise?.headers.map(\.name) ?? []
        ).all
    }
}
