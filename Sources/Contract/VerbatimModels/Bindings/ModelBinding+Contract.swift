package import VerbatimContract
import VerbatimJSON

extension ModelBinding {
    /// Returns the operation of a contract that the binding names, by its id or by its method and path.
    package func operation(in contract: Contract) -> APIOperation? {
        contract.operations.first { $0.id == operation }
            ?? contract.operations.first { "\($0.method) \($0.path)" == operationWithMethodInUpperCase }
    }

    private var operationWithMethodInUpperCase: String {
        guard let space = operation.firstIndex(of: " ") else { return operation }
        return operation[..<space].uppercased() + operation[space...]
    }

    /// Returns the binding with the operation id of a contract, or as it is if the contract has no such
    /// operation.
    package func resolved(in contract: Contract) -> ModelBinding {
        var binding = self
        binding.operation = operation(in: contract)?.id ?? operation
        return binding
    }

    /// Returns a finding if a contract has no operation of the binding: then no response is decoded by its
    /// model.
    package func finding(in contract: Contract) -> Finding? {
        guard operation(in: contract) == nil else { return nil }
        let names = contract.operations.map(\.id)
        let known = names.prefix(Self.listed).map { "'\($0)'" }.joined(separator: ", ")
        let others = names.count > Self.listed ? " and \(names.count - Self.listed) more" : ""
        return Finding(
            .bindingUnknownOperation, about: .init(api: contract.api, part: "the binding of \(model)"),
            .expected(
                names.isEmpty ? "an operation" : "one of \(known)\(others)", found: "'\(operation)'"),
            at: SourceLocation(file: contract.file),
            next: "correct the operation of the ModelBinding, or declare it in \(contract.file), "
                + "and run \(ToolCommand("check", contract.api))")
    }

    /// The number of operations that a message lists.
    private static let listed = 10
}

extension Rule {
    package static let bindingUnknownOperation = Rule(
        "binding-unknown-operation", .breaking, "a model is bound to an operation that the contract lacks",
        "the model is never checked, so that nothing is found about it",
        "The operation id of a `ModelBinding` is misspelled, or the contract has another one by now."
    ) {
        .model(
            ModelSource.bound, ContractFragment(.operation, ["operationId": "books.list"]),
            [.json(#"{"title": "Emma"}"#)])
    }
}
