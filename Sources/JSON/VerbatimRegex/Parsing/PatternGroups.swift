/// The capturing groups of a pattern, counted before it is parsed.
struct PatternGroups {
    private(set) var count = 0
    private(set) var numberByName: [String: Int] = [:]

    init(_ scalars: [UInt32]) throws(PatternError) {
        var index = 0
        var inClass = false
        while index < scalars.count {
            let scalar = Unicode.Scalar(scalars[index])
            index += 1
            switch scalar {
            case "\\": index += 1
            case "[": inClass = true
            case "]": inClass = false
            case "(" where !inClass: try open(scalars, &index)
            default: break
            }
        }
    }

    /// Counts the group whose parenthesis was just read, unless it begins with `(?:`, `(?=`, `(?!`, `(?<=` or
    /// `(?<!`.
    private mutating func open(_ scalars: [UInt32], _ index: inout Int) throws(PatternError) {
        func follows(_ text: String) -> Bool {
            scalars.dropFirst(index).starts(with: text.unicodeScalars.lazy.map(\.value))
        }
        guard follows("?") else {
            count += 1
            return
        }
        guard follows("?<"), !follows("?<="), !follows("?<!") else { return }
        index += 2
        let start = index
        let name = try PatternGroups.name(in: scalars, from: &index)
        count += 1
        guard numberByName.updateValue(count, forKey: name) == nil else {
            throw PatternError(reason: .repeatedGroupName(name), offset: start)
        }
    }

    /// Reads a name and the `>` after it. https://tc39.es/ecma262/#prod-GroupName
    static func name(in scalars: [UInt32], from index: inout Int) throws(PatternError) -> String {
        let start = index
        var name = ""
        while index < scalars.count, let scalar = Unicode.Scalar(scalars[index]) {
            index += 1
            if scalar == ">", !name.isEmpty { return name }
            guard isNamePart(scalar, first: name.isEmpty) else { break }
            name.unicodeScalars.append(scalar)
        }
        throw PatternError(reason: .badGroupName, offset: start)
    }

    private static func isNamePart(_ scalar: Unicode.Scalar, first: Bool) -> Bool {
        if scalar == "$" || scalar == "_" || scalar.properties.isIDStart { return true }
        return !first && (scalar.properties.isIDContinue || scalar.value == 0x200C || scalar.value == 0x200D)
    }
}
