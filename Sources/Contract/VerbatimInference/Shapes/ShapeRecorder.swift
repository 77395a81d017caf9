@_spi(Tape) import VerbatimJSON

/// Records the shape of responses: every element of every array.
///
/// Reading a value costs one walk over its part of the tape.
final class ShapeRecorder: @unchecked Sendable {
    // Invariant: that of `UnsafeShapeNode`; the recorder owns the root. One thread at a time uses it.
    private let root: UnsafeMutablePointer<UnsafeShapeNode>
    private var response = -1

    /// - Parameter name: The name of the property whose values are recorded, if there is one.
    init(name: String? = nil) {
        let isDateNamed = name.map { Array($0.utf8).withUnsafeBufferPointer(DateFormat.isDateName) }
        root = UnsafeShapeNode.make(isDateNamed: isDateNamed ?? false)
    }

    deinit { UnsafeShapeNode.free(root) }

    /// Starts a new response. Frequent values prove little if they all come from the same response.
    func beginResponse() { response += 1 }

    /// Reads a value of the current response.
    func add(_ value: JSON) {
        if response < 0 { beginResponse() }
        _ = value.read { tape, node in UnsafeShapeWalk(tape: tape, response: response).visit(node, root) }
    }

    /// The shape of the values so far.
    var shape: ObservedShape { ObservedShape(root) }
}
