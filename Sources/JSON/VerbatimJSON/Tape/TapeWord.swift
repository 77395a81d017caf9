/// A value on a tape: its kind, and the offset and length of its token.
///
/// From the lowest bit: 4 bits of tag, 40 bits of offset, 20 bits of length. A length that does not fit is
/// all ones; it is found by scanning the source. Arrays and objects have no length; the next word has the
/// node after them (32 bits) and the number of their elements or members (32 bits).
@usableFromInline
struct TapeWord {
    @usableFromInline
    enum Tag {
        @usableFromInline static let null: UInt64 = 0
        @usableFromInline static let `false`: UInt64 = 1
        @usableFromInline static let `true`: UInt64 = 2
        /// A number without fraction and exponent, and any other number.
        @usableFromInline static let integer: UInt64 = 3
        @usableFromInline static let number: UInt64 = 4
        /// A string without escapes, and one with escapes.
        @usableFromInline static let string: UInt64 = 5
        @usableFromInline static let escapedString: UInt64 = 6
        @usableFromInline static let array: UInt64 = 7
        @usableFromInline static let object: UInt64 = 8
    }

    @usableFromInline static let longest = 0xf_ffff
    @usableFromInline static let largestOffset = Int(clamping: 0xff_ffff_ffff as UInt64)

    @usableFromInline let bits: UInt64

    @inlinable init(bits: UInt64) { self.bits = bits }

    @inlinable init(_ tag: UInt64, offset: Int, length: Int) {
        let kept = UInt64(truncatingIfNeeded: min(length, TapeWord.longest))
        bits = tag | UInt64(truncatingIfNeeded: offset) << 4 | kept << 44
    }

    @inlinable var tag: UInt64 { bits & 15 }
    @inlinable var offset: Int { Int(truncatingIfNeeded: (bits >> 4) & 0xff_ffff_ffff) }
    @inlinable var shortLength: Int { Int(truncatingIfNeeded: bits >> 44) }
    @inlinable var isContainer: Bool { tag >= Tag.array }
    @inlinable var isString: Bool { tag == Tag.string || tag == Tag.escapedString }
    @inlinable var isNumber: Bool { tag == Tag.integer || tag == Tag.number }
}
