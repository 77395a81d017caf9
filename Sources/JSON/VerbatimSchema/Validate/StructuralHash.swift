@_spi(Tape) import VerbatimJSON

/// Hashes of the values of a document, the same for equal values.
///
/// The hash function is seeded anew in each process, so no document has values that collide on purpose. The
/// hashes of larger values are kept, as schemas that apply at each level of a document hash them at each.
///
/// Unsafe code. Invariant: that of `TapeReader`.
struct StructuralHash {
    private let tape: TapeReader
    private var known: [Int: Int] = [:]
    /// The number of words from which the hash of a value is kept.
    private static let large = 64

    init(_ tape: TapeReader) { self.tape = tape }

    /// Returns the hash of a value or name.
    mutating func hash(_ node: Int) -> Int {
        var hasher = Hasher()
        switch tape.tag(node) {
        case TapeReader.Tag.integer, TapeReader.Tag.number: combine(number: tape.token(node), &hasher)
        case TapeReader.Tag.string: hasher.combine(bytes: UnsafeRawBufferPointer(tape.rawString(node)))
        case TapeReader.Tag.escapedString:
            var buffer = UnescapeBuffer()
            hasher.combine(bytes: UnsafeRawBufferPointer(buffer.decode(node, tape)))
        case TapeReader.Tag.array, TapeReader.Tag.object: return containerHash(node)
        case let tag: hasher.combine(tag)
        }
        return hasher.finalize()
    }

    private func combine(number token: UnsafeBufferPointer<UInt8>, _ hasher: inout Hasher) {
        if let short = ShortDecimal(token) {
            short.hash(into: &hasher)
        } else {
            hasher.combine(DecimalValue(token))
        }
    }

    private mutating func containerHash(_ node: Int) -> Int {
        let isLarge = tape.next(after: node) - node >= StructuralHash.large
        if isLarge, let hash = known[node] { return hash }
        if LargeStackThread.isNeeded { return LargeStackThread.run { containerHash(node) } }
        let hash = tape.tag(node) == TapeReader.Tag.array ? arrayHash(node) : objectHash(node)
        if isLarge { known[node] = hash }
        return hash
    }

    private mutating func arrayHash(_ node: Int) -> Int {
        var hasher = Hasher()
        hasher.combine(tape.count(node))
        var child = tape.first(in: node)
        for _ in 0..<tape.count(node) {
            hasher.combine(hash(child))
            child = tape.next(after: child)
        }
        return hasher.finalize()
    }

    /// Returns a hash that does not depend on the order of the members.
    private mutating func objectHash(_ node: Int) -> Int {
        var sum = 0
        var name = tape.first(in: node)
        for _ in 0..<tape.count(node) {
            var hasher = Hasher()
            hasher.combine(hash(name))
            hasher.combine(hash(name + 1))
            sum &+= hasher.finalize()
            name = tape.next(after: name + 1)
        }
        return sum
    }
}
