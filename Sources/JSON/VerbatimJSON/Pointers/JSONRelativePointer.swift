/// A path from one location of a JSON value to another: Relative JSON Pointer
/// (https://datatracker.ietf.org/doc/html/draft-bhutton-relative-json-pointer-00).
public struct JSONRelativePointer: Sendable, Hashable {
    /// How many levels to go up first.
    public var levels: Int
    /// How far to go on in the array that the location then reached is an element of.
    public var shift: Int
    /// What is asked for there.
    public var target: Target

    /// What a relative pointer asks for.
    public enum Target: Sendable, Hashable {
        /// The value at the end of a path from the location reached.
        case value(JSONPointer)
        /// The name or the index under which the location reached stands in what holds it.
        case key
    }

    /// What a relative pointer leads to.
    public enum Resolution: Sendable, Hashable {
        /// A location, whether or not a value is there.
        case value(JSONPointer)
        /// The name of a member.
        case name(String)
        /// The index of an element.
        case index(Int)
    }

    /// Why a text is not a relative pointer.
    public struct ParsingError: Error, Sendable, Hashable, CustomStringConvertible {
        /// The text.
        public let text: String

        /// What a relative pointer looks like, and what was found.
        public var description: String {
            "'\(text)' is not a relative JSON Pointer; expected a number of levels, then '#' or a JSON Pointer"
        }
    }

    /// Reads a relative pointer as in section 3, such as `1/name`, `0#` or `0-1/title`.
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

    /// Takes the digits of a number without leading zeros.
    private static func number(_ rest: inout Substring.UTF8View) -> Int? {
        let digits = rest.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
        rest = rest.dropFirst(digits.count)
        return JSONPointer.index(String(Substring(digits)))
    }

    /// Where the pointer leads from a location; nil above the root, outside an array, or for the key of the root.
    ///
    /// Whether the location is in an array is seen from its token, which has to be an index.
    public func resolved(from location: JSONPointer) -> Resolution? {
        guard levels <= location.tokens.count else { return nil }
        var reached = JSONPointer(Array(location.tokens.dropLast(levels)))
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
    /// The pointer as text, as in `1/name`.
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
    /// The value that a relative pointer leads to from this one.
    ///
    /// A pointer to a key leads to no value: `JSONRelativePointer.resolved(from:)` tells the key. To go on in an array
    /// by a shift, the location reached has to be an element of one.
    public func at(_ relative: JSONRelativePointer) -> JSON {
        guard exists, case .value(let target) = relative.resolved(from: pointer) else { return missing }
        let root = JSON(tape: tape, reference: 0)
        let holder = JSONPointer(Array(pointer.tokens.dropLast(relative.levels + 1)))
        guard relative.shift == 0 || root.at(holder).kind == .array else { return missing }
        return root.at(target)
    }
}
