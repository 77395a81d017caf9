package import VerbatimContract
import VerbatimJSON

/// The problems of contracts that were read nevertheless, a line for each message.
///
///     warning: stripe.json:812:15: unknown format 'unix-time'
///     warning: stripe.json:90:7: duplicate operation id 'GetCharges', and 3 more like it
package struct ContractWarningText: Sendable {
    /// The number of lines for each contract.
    private static let limit = 10

    package init() {}

    /// Returns the warnings of contracts; each line has a line break. It is empty if there are none.
    package func text(of contracts: [Contract]) -> String { contracts.map(text).joined() }

    private func text(of contract: Contract) -> String {
        let groups = contract.warningGroups
        let listed = groups.prefix(Self.limit).map { group in
            let others = group.count > 1 ? ", and \(group.count - 1) more like it" : ""
            return line("\(group.first.location): \(group.first.message)\(others)")
        }
        let others = groups.dropFirst(Self.limit).reduce(0) { $0 + $1.count }
        let last = others > 0 ? [line("\(contract.file): \(others) more; `--strict` lists all")] : []
        return (listed + last).joined()
    }

    private func line(_ text: String) -> String { "warning: \(text)".onOneLine + "\n" }
}
