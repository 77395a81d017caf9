import Foundation
package import VerbatimHAR
import VerbatimJSON

/// The differences between two responses to the same request, in values that vary by themselves.
package enum ResponseVariations {
    /// Returns the members of JSON bodies and the header fields that differ, each location once; nothing for
    /// responses with different statuses, which is no variation.
    ///
    /// Array indices are `*`.
    ///
    /// - Parameter volatile: The header fields that are known to vary.
    package static func differences(
        _ first: Interaction, _ second: Interaction, except volatile: VolatileHeaders
    ) -> [RequestDifference] {
        guard case .response(let old) = first.outcome, case .response(let new) = second.outcome,
            old.status == new.status
        else { return [] }
        return headers(old.headers, new.headers, except: volatile) + bodies(old.body, new.body)
    }

    private static func headers(
        _ old: HeaderFields, _ new: HeaderFields, except volatile: VolatileHeaders
    ) -> [RequestDifference] {
        let names = Set((old.fields + new.fields).map { $0.name.lowercased() }).sorted()
        return names.filter { volatile.significance(of: $0) == .value && old[$0] != new[$0] }
            .filter { !framing.contains($0) }.map { .header($0, recorded: old[$0], sent: new[$0]) }
    }

    /// The fields that follow from the body.
    private static let framing: Set = ["content-length", "transfer-encoding", "content-encoding"]

    private static func bodies(_ old: HTTPBody, _ new: HTTPBody) -> [RequestDifference] {
        // A body that cannot be read has been reported.
        guard let old = try? old.bytes(), let new = try? new.bytes(), old != new else { return [] }
        guard let oldValue = try? JSON(parsing: old.withoutByteOrderMark).value,
            let newValue = try? JSON(parsing: new.withoutByteOrderMark).value
        else { return [.body(recorded: old.count, sent: new.count)] }
        var seen: Set<String> = []
        return RequestDifference.members(oldValue, newValue).compactMap { difference in
            guard case .bodyMember(let pointer, let old, let new) = difference else { return nil }
            let pattern = (try? JSONPointer(parsing: pointer))?.pattern.description ?? pointer
            return seen.insert(pattern).inserted ? .bodyMember(pattern, recorded: old, sent: new) : nil
        }
    }
}
