import VerbatimContract
import VerbatimJSON
import VerbatimReports

/// The lines of a contract that an accepted cause changes, before they are written.
///
///     Song.required, line 212, and 7 more places
///     - "trackName",
///     Song.properties, line 230, and 7 more places
///     + "trackTitle": {
///     +   "type": "string"
///     + },
struct ContractPreview {
    let file: String
    let diff: LineDiff

    init(of file: String, from old: String, to new: String) {
        self.file = file
        diff = LineDiff(from: old, to: new)
    }

    /// How much changes: `2 places, 3 lines more, 1 less`.
    var extent: String {
        let (added, removed) = diff.hunks.reduce((0, 0)) { ($0.0 + $1.new.count, $0.1 + $1.old.count) }
        return "\(String.count(diff.hunks.count, "place")) (+\(added) -\(removed) lines)"
    }

    /// Returns the lines that change; the same change at several places is shown once.
    func summary(_ style: TextStyle, limit: Int) -> [String] {
        let groups = OrderedGroups(grouping: diff.hunks, by: changes)
        let blocks = groups.pairs.map { changes, hunks in
            let others = hunks.count - 1
            let more = others > 0 ? ", and \(String.count(others, "more place"))" : ""
            return [title(of: hunks[0]) + more] + changes.map { colored($0, style) }
        }
        let lines = blocks.flatMap(\.self)
        guard lines.count > limit else { return lines }
        return lines.prefix(max(0, limit - 1)) + [
            "… and \(String.count(lines.count - limit + 1, "more line"))"
        ]
    }

    /// Returns all lines that change, with their neighbors.
    func whole(_ style: TextStyle) -> [String] {
        diff.hunks.flatMap { hunk -> [String] in
            let before = diff.old[..<hunk.old.lowerBound].suffix(2).map { "  \($0)" }
            let after = diff.old[hunk.old.upperBound...].prefix(2).map { "  \($0)" }
            let removed = diff.old[hunk.old].map { colored("- \($0)", style) }
            let added = diff.new[hunk.new].map { colored("+ \($0)", style) }
            let title = style.bold("@@ \(title(of: hunk)) @@")
            return [title] + before + removed + added + after
        }
    }

    private func colored(_ line: String, _ style: TextStyle) -> String {
        style.colored(line, as: line.hasPrefix("-") ? .breaking : nil)
    }

    /// The removed and added lines, without the indentation that they have in common.
    private func changes(of hunk: LineDiff.Hunk) -> [String] {
        let lines = diff.old[hunk.old].map { ("- ", $0) } + diff.new[hunk.new].map { ("+ ", $0) }
        let margin = lines.filter { !$0.1.isEmpty }.map { $0.1.indentation }.min() ?? 0
        return lines.map { $0 + $1.dropFirst(margin) }
    }

    // MARK: Where

    private static let searchLimit = 5000
    private static let groups: Set = ["paths", "components", "schemas", "properties", "content", "schema"]

    /// The names of the objects that contain the lines, and the line: `Song.required, line 212`.
    private func title(of hunk: LineDiff.Hunk) -> String {
        let isAdded = hunk.old.isEmpty
        let (lines, range) = isAdded ? (diff.new, hunk.new) : (diff.old, hunk.old)
        var depth = lines[range].first?.indentation ?? 0
        var names: [String] = []
        for line in lines[..<range.lowerBound].suffix(Self.searchLimit).reversed() where depth > 0 {
            guard !line.isEmpty, line.indentation < depth else { continue }
            depth = line.indentation
            if let name = line.firstMatch(of: /^\s*"((?:[^"\\]|\\.)*)"\s*:\s*[\[{]\s*$/)?.output.1 {
                names.append(String(name))
            }
        }
        let inner = names.first.map { [$0] } ?? []
        let known = names.dropFirst().filter { !Self.groups.contains($0) }.reversed() + inner
        let shown = known.count > 4 ? known.prefix(1) + ["…"] + known.suffix(2) : known
        let place = shown.isEmpty ? file : shown.joined(separator: ".")
        return "\(place), line \(range.lowerBound + 1)"
    }
}

extension Substring {
    fileprivate var indentation: Int { prefix { $0 == " " }.count }
}
