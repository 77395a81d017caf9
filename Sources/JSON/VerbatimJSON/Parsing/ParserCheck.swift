/// Holds the two builders of tapes against each other, for tests and for the fuzzer.
package enum ParserCheck {
    /// Whether the fast builder accepts exactly the arrays and objects that the other one accepts, with the same tape.
    package static func buildersAgree(about bytes: [UInt8], maximumDepth: Int) -> Bool {
        let source = bytes.withUnsafeBytes { SourceBytes(copying: $0) }
        let fast = IndexedTapeBuilder.build(source, maximumDepth: maximumDepth)
        guard let slow = try? TapeBuilder.build(source, maximumDepth: maximumDepth) else {
            return fast == nil
        }
        guard let fast else { return !slow.word(0).isContainer }
        return slow.count == fast.count && (0..<slow.count).allSatisfy { slow.words[$0] == fast.words[$0] }
    }
}
