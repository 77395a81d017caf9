import Foundation

/// The names of temporary files: `.1.json.verbatim-1f0c2a9b` for `1.json`. No one else gives such names.
enum TemporaryName {
    private static let mark = ".verbatim-"

    /// Returns a new temporary name for a file.
    static func make(for name: String) -> String {
        ".\(name)\(mark)\(UUID().uuidString.prefix(8).lowercased())"
    }

    /// Returns the name of the file that a temporary name was made for, or nil if a name is not temporary.
    static func destination(of name: String) -> String? {
        let suffix = name.suffix(mark.utf8.count + 8)
        let digits = suffix.dropFirst(mark.utf8.count)
        guard name.hasPrefix("."), suffix.hasPrefix(mark), digits.count == 8, digits.allSatisfy(\.isMark)
        else { return nil }
        let destination = name.dropFirst().dropLast(suffix.count)
        return destination.isEmpty ? nil : String(destination)
    }
}

extension Character {
    fileprivate var isMark: Bool { "0"..."9" ~= self || "a"..."f" ~= self }
}
