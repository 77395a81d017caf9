import VerbatimFormats
@_spi(Tape) import VerbatimJSON
import VerbatimRegex

/// https://json-schema.org/draft/2020-12/json-schema-core#section-10.3.1
extension Machine {
    mutating func prefixItems<M: EvaluationMode>(
        _ mode: M, _ step: UnsafePointer<Step>, _ node: Int, _ tracking: Bool
    ) -> Bool {
        let end = tape.next(after: node)
        work &+= tape.count(node)
        var element = tape.first(in: node)
        var valid = true
        var index = Int(step.pointee.first)
        while element < end, index < Int(step.pointee.second) {
            valid = evaluate(mode, children[index], element, tracking: false) && valid
            if !M.collects, !valid { return false }
            if tracking { evaluated.append(element) }
            element = tape.next(after: element)
            index += 1
        }
        return valid
    }

    mutating func items<M: EvaluationMode>(
        _ mode: M, _ step: UnsafePointer<Step>, _ node: Int, _ tracking: Bool
    ) -> Bool {
        let end = tape.next(after: node)
        work &+= tape.count(node)
        var element = tape.first(in: node)
        var skipped = 0
        while skipped < Int(step.pointee.second), element < end {
            element = tape.next(after: element)
            skipped += 1
        }
        var valid = true
        while element < end {
            valid = evaluateChild(mode, step.pointee.first, element) && valid
            if !M.collects, !valid { return false }
            if tracking { evaluated.append(element) }
            element = tape.next(after: element)
        }
        return valid
    }

    /// Section 10.3.1.3. Matching elements count as evaluated, so tracking examines all elements.
    mutating func contains<M: EvaluationMode>(
        _ mode: M, _ step: UnsafePointer<Step>, _ node: Int, _ tracking: Bool
    ) -> Bool {
        let minimum = Int(step.pointee.second)
        let maximum = step.pointee.third < 0 ? Int.max : Int(step.pointee.third)
        let end = tape.next(after: node)
        work &+= tape.count(node)
        var element = tape.first(in: node)
        var count = 0
        while element < end {
            if !tracking, !M.collects, maximum == .max, count >= minimum { return true }
            if evaluate(StopAtFirst(), step.pointee.first, element, tracking: false) {
                count += 1
                if tracking { evaluated.append(element) }
            }
            element = tape.next(after: element)
        }
        return minimum <= count && count <= maximum
            || fail(mode, step.pointee.location, node, .matching(count, minimum: minimum, maximum: maximum))
    }

    /// https://json-schema.org/draft/2020-12/json-schema-validation#section-6.4.3
    mutating func uniqueItems<M: EvaluationMode>(_ mode: M, _ step: UnsafePointer<Step>, _ node: Int) -> Bool
    {
        work &+= tape.next(after: node) - node
        guard let (first, second) = Equality(tape: tape, other: tape).firstEqual(in: node, &hashes) else {
            return true
        }
        return fail(mode, step.pointee.location, node, .equal(first, second))
    }

    // MARK: Strings

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
                $0.patterns.base[Int(step.pointee.first)].matches(ByteSpan(text))
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

    // MARK: Numbers

    mutating func number<M: EvaluationMode>(_ mode: M, _ step: UnsafePointer<Step>, _ node: Int) -> Bool {
        let token = tape.token(node)
        work &+= token.count >> 6
        let bound = bounds[Int(step.pointee.first)]
        let isValid =
            if let short = ShortDecimal(token), let other = bound {
                step.pointee.operation == .multipleOf
                    ? short.isMultiple(of: other)
                    : Machine.isValid(step.pointee.operation, short.compare(other))
            } else {
                isLongValid(step, DecimalValue(token))
            }
        return isValid || fail(mode, step.pointee.location, node)
    }

    private mutating func isLongValid(_ step: UnsafePointer<Step>, _ number: DecimalValue) -> Bool {
        let bound = program._withUnsafeGuaranteedRef { $0.longBounds[Int(step.pointee.first)] }
        if step.pointee.operation == .multipleOf { return number.isMultiple(of: bound) }
        return Machine.isValid(step.pointee.operation, number < bound ? -1 : number == bound ? 0 : 1)
    }

    /// Returns whether a keyword allows an order of number and bound: negative, zero or positive.
    @inline(__always)
    private static func isValid(_ operation: Step.Operation, _ order: Int) -> Bool {
        switch operation {
        case .minimum: order >= 0
        case .maximum: order <= 0
        case .exclusiveMinimum: order > 0
        default: order < 0
        }
    }

    /// Returns whether a number is an integer, as is `1.0`. Section 6.1.1
    static func isInteger(_ token: UnsafeBufferPointer<UInt8>) -> Bool {
        ShortDecimal(token)?.isInteger ?? DecimalValue(token).isInteger
    }

    // MARK: Enumerated values

    mutating func isEnumValue<M: EvaluationMode>(
        _ mode: M, _ step: UnsafePointer<Step>, _ tag: Int, _ node: Int
    ) -> Bool {
        let values = program._withUnsafeGuaranteedRef { $0.enumValues.base + Int(step.pointee.first) }
        let isString = tag == TapeReader.Tag.string || tag == TapeReader.Tag.escapedString
        let isValid =
            isString ? find(node, in: values.pointee.strings) >= 0 : equalsLiteral(values.pointee, node)
        return isValid || fail(mode, step.pointee.location, node)
    }

    private mutating func equalsLiteral(_ values: EnumValues, _ node: Int) -> Bool {
        let all = Int(values.literalStart)..<Int(values.literalEnd)
        guard all.count > EnumValues.few else { return all.contains { equals(node, literal: $0) } }
        work &+= tape.next(after: node) - node
        let hash = hashes.hash(node)
        var index = firstLiteral(in: all, hash)
        while index < all.upperBound, literals[index].hash == hash {
            if equals(node, literal: index) { return true }
            index += 1
        }
        return false
    }

    /// Returns the index of the first literal whose hash is not less.
    private func firstLiteral(in all: Range<Int>, _ hash: Int) -> Int {
        var (low, high) = (all.lowerBound, all.upperBound)
        while low < high {
            let middle = (low + high) / 2
            if literals[middle].hash < hash { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private func equals(_ node: Int, literal index: Int) -> Bool {
        program._withUnsafeGuaranteedRef { program in
            let literal = program.literals.base[index].value
            return program.documents[Int(literal.document)].read { schema, _ in
                Equality(tape: tape, other: schema).equal(node, Int(literal.node))
            } ?? false
        }
    }

    private var literals: UnsafePointer<Literal> { program._withUnsafeGuaranteedRef { $0.literals.base } }
}

/// A reusable buffer for a string with its escapes decoded.
///
/// Unsafe code. Invariant: `memory` is initialized and owned by this value; the result of `decode` is not
/// used after the next call.
struct UnescapeBuffer: ~Copyable {
    private var memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 0)

    deinit { memory.deallocate() }

    /// Returns the bytes of a string or name with its escapes decoded, followed by eight more readable bytes.
    mutating func decode(_ node: Int, _ tape: TapeReader) -> UnsafeBufferPointer<UInt8> {
        let needed = tape.rawString(node).count + 8
        if memory.count < needed {
            memory.deallocate()
            memory = .allocate(capacity: needed * 2)
            memory.initialize(repeating: 0)
        }
        return UnsafeBufferPointer(start: memory.baseAddress, count: tape.unescape(node, into: memory))
    }
}
