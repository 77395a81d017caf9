/// Why a regular expression is not one of ECMA-262 with the `u` flag, or too large for this engine.
struct PatternError: Error, Equatable {
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
        case tooDeep
        case tooLarge
    }

    let reason: Reason
    /// Where in the pattern, in Unicode scalars from 0.
    let offset: Int
}
