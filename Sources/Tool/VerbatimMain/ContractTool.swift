import VerbatimKit

/// The tool without APIs, for contracts and recordings alone. The command plugin runs it in packages that
/// have no tool, or that need none.
@main struct ContractTool: VerbatimTool {
    static let apis: [API] = []
}
