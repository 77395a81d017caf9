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
    /// The pattern of the JSON Pointer; see `JSONPointer.pattern`.
    var pointerPattern: String { (try? JSONPointer(parsing: self))?.pattern.description ?? self }
}
