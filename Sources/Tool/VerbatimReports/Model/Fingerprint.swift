import VerbatimContract
import VerbatimJSON

extension StableHash {
    /// Returns ``ReportItem/fingerprint``.
    static func fingerprint(of item: ReportItem) -> String {
        var hash = StableHash()
        let part = item.pointer?.pointerPattern ?? item.subject
        for text in [item.rule.id, item.api, item.operation, item.model, part] { hash.combine(text) }
        return hash.text
    }
}

extension String {
    /// The JSON Pointer with `*` in place of the tokens that are numbers, which are usually indices.
    var pointerPattern: String {
        split(separator: "/", omittingEmptySubsequences: false)
            .map { Int($0) == nil ? $0 : "*" }.joined(separator: "/")
    }
}
