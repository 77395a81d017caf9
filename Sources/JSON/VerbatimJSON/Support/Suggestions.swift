/// Returns the end of a message with the known words that were probably meant, the closest first: `, did you
/// mean 'weather'?`; nothing if none is close enough.
package func suggestions(for word: String, among known: [String], limit: Int = 1) -> String {
    // A long word is a mistake of another kind, and comparing takes the product of the lengths.
    let farthest = max(2, word.count / 3)
    let near = known.filter { abs($0.count - word.count) <= farthest }
        .map { (word: $0, distance: editDistance(word, $0)) }
        .filter { $0.distance <= farthest }
        .sorted { $0.distance < $1.distance }.prefix(limit)
    guard !near.isEmpty else { return "" }
    return ", did you mean \(near.map { "'\($0.word)'" }.joined(separator: " or "))?"
}

/// Returns the number of insertions, deletions and replacements between two words.
private func editDistance(_ one: String, _ other: String) -> Int {
    var row = Array(0...other.count)
    for (i, a) in one.enumerated() {
        var diagonal = row[0]
        row[0] = i + 1
        for (j, b) in other.enumerated() {
            let replaced = diagonal + (a == b ? 0 : 1)
            diagonal = row[j + 1]
            row[j + 1] = min(replaced, row[j] + 1, diagonal + 1)
        }
    }
    return row[other.count]
}
