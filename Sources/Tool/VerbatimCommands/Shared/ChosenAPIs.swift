import VerbatimAPI
import VerbatimContract
import VerbatimReplay

/// The APIs that the operands of a command name, or all, with their contracts: the first stage of commands
/// that read both contracts and recordings.
struct ChosenAPIs {
    let contracts: ContractSet
    let apis: [API]
    let isWhole: Bool
    /// The context of the command, which also knows the APIs that have a contract but no code.
    let context: CommandContext

    init(_ arguments: Arguments, in context: CommandContext) throws {
        let folder = context.url(arguments[.contracts])
        let all = try ContractSet(contentsOf: folder, isStrict: arguments[.strict])
        let names = arguments.operands
        self.context = context.including(all)
        apis = try self.context.apis(named: names)
        isWhole = names.isEmpty
        contracts = isWhole ? all : all.contracts(of: names)
    }

    /// Returns the recordings at some paths or, without paths, those of the APIs.
    func recordings(at paths: [String], includesOthers: Bool = false) throws -> [RecordingStore.File] {
        try context.recordings(at: paths, orOf: apis, includesOthers: includesOthers)
    }
}
