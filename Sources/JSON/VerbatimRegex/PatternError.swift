/// The reason why a string is no regular expression of ECMA-262 with the `u` flag, or too large to compile.
package struct PatternError: Error, Equatable, CustomStringConvertible {
    enum Reason: Equatable {
        case nothingToRepeat
        case unclosedGroup
        case unopenedGroup
        case unclosedClass
        case loneBracket(String)
        case reversedBounds
        case reversedRange
        case classInRange
        case unknownEscape(String)
        case unknownGroup
        case unknownProperty(String)
        case badGroupName
        case repeatedGroupName(String)
        case undefinedGroup(String)
        case badCodePoint
        case trailingBackslash
        case posixClass
        case tooDeep
        case tooLarge
        case budgetExceeded
    }

    let reason: Reason
    /// The offset in the pattern, in Unicode scalars from 0.
    package let offset: Int

    /// The reason without the offset. It may quote the pattern, whatever characters that has.
    package var description: String {
        switch reason {
        case .nothingToRepeat: "nothing to repeat"
        case .unclosedGroup: "missing ')' after group"
        case .unopenedGroup: "unmatched ')'"
        case .unclosedClass: "missing ']' after character class"
        case .loneBracket(let bracket): "lone '\(bracket)', write '\\\(bracket)' for the character itself"
        case .reversedBounds: "quantifier bounds out of order"
        case .reversedRange: "range out of order in character class"
        case .classInRange: "character class as a bound of a range"
        case .unknownEscape(let escape): "invalid escape '\(escape)'"
        case .unknownGroup: "invalid group syntax after '(?'"
        case .unknownProperty(let name): "unknown Unicode property '\(name)'"
        case .badGroupName: "missing or invalid group name"
        case .repeatedGroupName(let name): "duplicate group name '\(name)'"
        case .undefinedGroup(let name): "undefined group '\(name)'"
        case .badCodePoint: "invalid hexadecimal code point"
        case .trailingBackslash: "trailing backslash"
        case .posixClass: "class of POSIX, which is not one of ECMA-262"
        case .tooDeep: "groups nested too deeply"
        case .tooLarge: "pattern too large after writing out its repetitions"
        case .budgetExceeded: "the patterns of the schema are too large together"
        }
    }
}
