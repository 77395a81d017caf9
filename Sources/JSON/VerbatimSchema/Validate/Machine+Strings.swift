import VerbatimFormats
@_spi(Tape) import VerbatimJSON
import VerbatimRegex

/// https://json-schema.org/draft/2020-12/json-schema-validation#section-6.3
extension Machine {
    /// Returns the decoded bytes of a string or name; eight more bytes are readable after them.
    @inline(__always)
    mutating func text(_ node: Int) -> UnsafeBufferPointer<UInt8> {
        tape.tag(node) == TapeReader.Tag.string ? tape.rawString(node) : unescapeBuffer.decode(node, tape)
    }

    mutating func string<M: EvaluationMode>(_ mode: M, _ step: UnsafePointer<Step>, _ tag: Int, _ node: Int)
        -> Bool
    {
        let text = text(node)
        work &+= text.count >> 6
        let isValid: Bool?
        switch step.pointee.operation {
        case .minLength: isValid = Machine.isLength(of: text, atLeast: Int(step.pointee.first))
        case .maxLength: isValid = !Machine.isLength(of: text, atLeast: Int(step.pointee.first) + 1)
        case .pattern:
            isValid = program._withUnsafeGuaranteedRef {
                $0.patterns[Int(step.pointee.first)].matches(ByteSpan(text))
            }
        case .format:
            isValid = program._withUnsafeGuaranteedRef {
                $0.formats[Int(step.pointee.first)].accepts(ByteSpan(text))
            }
        case .dateProfile:
            isValid = program._withUnsafeGuaranteedRef {
                $0.dateProfiles[Int(step.pointee.first)].accepts(ByteSpan(text)) ?? (step.pointee.second == 0)
            }
        default:
            isValid = program._withUnsafeGuaranteedRef {
                $0.dateFormats[Int(step.pointee.first)].contains { $0.matches(ByteSpan(text)) }
            }
        }
        return isValid ?? false
            || fail(mode, step.pointee.location, node, isValid == nil ? .stepLimit : .none)
    }

    /// Returns whether a text has at least a number of code points. As each takes one to four bytes, most
    /// texts need no counting.
    @inline(__always)
    private static func isLength(of text: UnsafeBufferPointer<UInt8>, atLeast minimum: Int) -> Bool {
        if text.count < minimum { return false }
        if text.count >= 4 * minimum { return true }
        return UTF8Scalar.count(ByteSpan(text)) >= minimum
    }
}
