@_spi(Tape) import VerbatimJSON

/// Equality of JSON values in two documents, without decoding them.
///
/// https://json-schema.org/draft/2020-12/json-schema-core#section-4.2.2
///
/// Unsafe code. Invariant: that of `TapeReader`, for both documents.
struct Equality {
    let tape: TapeReader
    let other: TapeReader

    /// Returns whether a value of one document equals a value of the other.
    func equal(_ a: Int, _ b: Int) -> Bool {
        switch (tape.tag(a), other.tag(b)) {
        case (
            TapeReader.Tag.string...TapeReader.Tag.escapedString,
            TapeReader.Tag.string...TapeReader.Tag.escapedString
        ):
            return equalStrings(a, b)
        case (TapeReader.Tag.integer...TapeReader.Tag.number, TapeReader.Tag.integer...TapeReader.Tag.number):
            return TapeReader.areEqual(tape.token(a), other.token(b))
                || Equality.sameNumber(tape.token(a), other.token(b))
        case (TapeReader.Tag.array, TapeReader.Tag.array): return equalArrays(a, b)
        case (TapeReader.Tag.object, TapeReader.Tag.object): return equalObjects(a, b)
        case (let a, let b): return a == b
        }
    }

    private func equalStrings(_ a: Int, _ b: Int) -> Bool {
        if tape.tag(a) == TapeReader.Tag.string, other.tag(b) == TapeReader.Tag.string {
            return TapeReader.areEqual(tape.token(a), other.token(b))
        }
        var left = UnescapeBuffer()
        var right = UnescapeBuffer()
        return TapeReader.areEqual(left.decode(a, tape), right.decode(b, other))
    }

    private static func sameNumber(_ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>) -> Bool {
        if let left = ShortDecimal(a), let right = ShortDecimal(b) { return left.compare(right) == 0 }
        return DecimalValue(a) == DecimalValue(b)
    }

    private func equalArrays(_ a: Int, _ b: Int) -> Bool {
        guard tape.count(a) == other.count(b) else { return false }
        if LargeStackThread.isNeeded { return LargeStackThread.run { equalArrays(a, b) } }
        var (left, right) = (tape.first(in: a), other.first(in: b))
        for _ in 0..<tape.count(a) {
            guard equal(left, right) else { return false }
            (left, right) = (tape.next(after: left), other.next(after: right))
        }
        return true
    }

    private func equalObjects(_ a: Int, _ b: Int) -> Bool {
        guard tape.count(a) == other.count(b) else { return false }
        if LargeStackThread.isNeeded { return LargeStackThread.run { equalObjects(a, b) } }
        return tape.count(a) <= 16 ? equalFewMembers(a, b) : equalManyMembers(a, b)
    }

    /// Compares members in any order, by the hashes of their names.
    private func equalManyMembers(_ a: Int, _ b: Int) -> Bool {
        var (leftHashes, rightHashes) = (StructuralHash(tape), StructuralHash(other))
        var namesByHash: [Int: [Int]] = [:]
        var right = other.first(in: b)
        for _ in 0..<other.count(b) {
            namesByHash[rightHashes.hash(right), default: []].append(right)
            right = other.next(after: right + 1)
        }
        var left = tape.first(in: a)
        for _ in 0..<tape.count(a) {
            let found = namesByHash[leftHashes.hash(left)]?.first { equalStrings(left, $0) }
            guard let found, equal(left + 1, found + 1) else { return false }
            left = tape.next(after: left + 1)
        }
        return true
    }

    /// Compares members in any order. Most orders agree, so each search starts after the previous match.
    private func equalFewMembers(_ a: Int, _ b: Int) -> Bool {
        let end = other.next(after: b)
        var left = tape.first(in: a)
        var start = other.first(in: b)
        for _ in 0..<tape.count(a) {
            var right = start
            var tried = 0
            while !equalStrings(left, right) {
                tried += 1
                guard tried < other.count(b) else { return false }
                right = other.next(after: right + 1)
                if right >= end { right = other.first(in: b) }
            }
            guard equal(left + 1, right + 1) else { return false }
            left = tape.next(after: left + 1)
            start = other.next(after: right + 1)
            if start >= end { start = other.first(in: b) }
        }
        return true
    }

    // MARK: Unique elements

    /// Returns two equal elements of an array, the second being the first that repeats an earlier element.
    func firstEqual(in node: Int, _ hashes: inout StructuralHash) -> (Int, Int)? {
        let count = tape.count(node)
        if count < 2 { return nil }
        return count <= 8 ? firstEqualOfFew(node) : firstEqualByHash(node, &hashes)
    }

    private func firstEqualOfFew(_ node: Int) -> (Int, Int)? {
        let end = tape.next(after: node)
        var second = tape.next(after: tape.first(in: node))
        while second < end {
            var first = tape.first(in: node)
            while first < second {
                if equal(first, second) { return (first, second) }
                first = tape.next(after: first)
            }
            second = tape.next(after: second)
        }
        return nil
    }

    /// Sorts the elements by hash and position, so that equal elements are adjacent.
    private func firstEqualByHash(_ node: Int, _ hashes: inout StructuralHash) -> (Int, Int)? {
        var hashed = children(node).map { (hash: hashes.hash($0), node: $0) }
        hashed.sort { ($0.hash, $0.node) < ($1.hash, $1.node) }
        var earliest: (Int, Int)?
        var start = 0
        for index in hashed.indices.dropFirst() {
            if hashed[index].hash != hashed[start].hash { start = index }
            guard hashed[index].node < earliest?.1 ?? .max else { continue }
            for first in start..<index where equal(hashed[first].node, hashed[index].node) {
                earliest = (hashed[first].node, hashed[index].node)
                break
            }
        }
        return earliest
    }

    private func children(_ node: Int) -> [Int] {
        var result: [Int] = []
        var child = tape.first(in: node)
        for _ in 0..<tape.count(node) {
            result.append(child)
            child = tape.next(after: child)
        }
        return result
    }
}

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
