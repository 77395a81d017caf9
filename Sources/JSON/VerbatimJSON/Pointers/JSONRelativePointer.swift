/// A Relative JSON Pointer: the path from one value of a document to another
/// (https://datatracker.ietf.org/doc/html/draft-bhutton-relative-json-pointer-00).
public struct JSONRelativePointer: Sendable, Hashable {
    /// The number of levels to go up.
    public var levels: Int
    /// The number of elements to go on, or back if negative, in the array that contains the value reached so
    /// far.
    public var shift: Int
    /// The part of the pointer after the levels and the shift.
    public var target: Target

    /// The last part of a relative pointer.
    public enum Target: Sendable, Hashable {
        /// The value at a path from the value reached.
        case value(JSONPointer)
        /// The name or the index of the value reached.
        case key
    }

    /// The result of resolving a relative pointer.
    public enum Resolution: Sendable, Hashable {
        /// The path to a value, which may not exist.
        case value(JSONPointer)
        /// The name of a member.
        case name(String)
        /// The index of an element.
        case index(Int)
    }

    /// The error of a string that is not a Relative JSON Pointer.
    public struct ParsingError: Error, Sendable, Hashable, CustomStringConvertible {
        /// The string.
        public let text: String

        /// The string, and the syntax of a relative pointer.
        public var description: String {
            "invalid Relative JSON Pointer '\(text)'; expected a number of levels, then '#' or a JSON Pointer"
                .onOneLine
        }
    }

    /// Parses a relative pointer as in section 3, such as `1/name`, `0#` or `0-1/title`.
    public init(parsing text: String) throws(ParsingError) {
        var rest = text.utf8[...]
        guard let levels = JSONRelativePointer.number(&rest) else { throw ParsingError(text: text) }
        self.levels = levels
        shift = 0
        if let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
            rest.removeFirst()
            guard let distance = JSONRelativePointer.number(&rest), distance > 0 else {
                throw ParsingError(text: text)
            }
            shift = sign == UInt8(ascii: "-") ? -distance : distance
        }
        if rest.elementsEqual("#".utf8) {
            target = .key
            return
        }
        do {
            target = .value(try JSONPointer(parsing: String(Substring(rest))))
        } catch {
            throw ParsingError(text: text)
        }
    }

    /// Removes the digits of a number without leading zeros, and returns the number.
    private static func number(_ rest: inout Substring.UTF8View) -> Int? {
        let digits = rest.prefix(while: \.isDigit)
        rest = rest.dropFirst(digits.count)
        return JSONPointer.index(String(Substring(digits)))
    }

    /// Returns the target of the pointer from a value, or nil above the root, outside an array, or for the
    /// key of the root.
    ///
    /// A value counts as an element of an array if its token is an index.
    public func resolved(from start: JSONPointer) -> Resolution? {
        guard levels <= start.tokens.count else { return nil }
        var reached = JSONPointer(Array(start.tokens.dropLast(levels)))
        if shift != 0 {
            guard let token = reached.tokens.last, let index = JSONPointer.index(token),
                case let (shifted, overflow) = index.addingReportingOverflow(shift), !overflow, shifted >= 0
            else { return nil }
            reached.tokens[reached.tokens.count - 1] = String(shifted)
        }
        switch target {
        case .value(let path):
            return .value(reached.appending(path))
        case .key:
            guard let token = reached.tokens.last else { return nil }
            return JSONPointer.index(token).map { .index($0) } ?? .name(token)
        }
    }
}

extension JSONRelativePointer: CustomStringConvertible {
    /// The pointer as a string, as in `1/name`.
    public var description: String {
        let sign = shift > 0 ? "+" : ""
        let distance = shift == 0 ? "" : sign + String(shift)
        switch target {
        case .value(let path): return "\(levels)\(distance)\(path)"
        case .key: return "\(levels)\(distance)#"
        }
    }
}

extension JSON {
    /// The value at a relative pointer from this one.
    ///
    /// The value is missing if the target is a key, which `JSONRelativePointer.resolved(from:)` returns, or
    /// if a shift starts from a value that is not an element of an array.
    public subscript(relative: JSONRelativePointer) -> JSON {
        guard exists, case .value(let target) = relative.resolved(from: pointer) else { return missing }
        let root = JSON(tape: tape, reference: 0)
        let container = JSONPointer(Array(pointer.tokens.dropLast(relative.levels + 1)))
        guard relative.shift == 0 || root[container].kind == .array else { return missing }
        return root[target]
    }
}
