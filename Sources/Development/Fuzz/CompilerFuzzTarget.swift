import VerbatimJSON
import VerbatimSchema

/// The compiler of schemas: any document compiles or has an error with a position, and the same one every
/// time.
enum CompilerFuzzTarget: FuzzTarget {
    static let name = "compiler"

    static func run(_ bytes: [UInt8]) {
        guard let document = try? JSON(parsing: bytes) else { return }
        let first = compile(document)
        precondition(first == compile(document), "two compilations differ")
    }

    /// The listed mistakes of a document, or the error.
    private static func compile(_ document: JSON) -> [String] {
        do {
            return try Schema(document).compile(options: .openAPI).problems.map { problem in
                check(problem.pointer, problem.position, in: document)
                return problem.description
            }
        } catch {
            check(error.pointer, error.position, in: document)
            return [error.description, error.message]
        }
    }

    /// Traps unless a pointer leads to its position; a duplicate name may lead elsewhere.
    private static func check(_ pointer: JSONPointer, _ position: JSONPosition, in document: JSON) {
        guard document.duplicates.isEmpty else { return }
        precondition(document[pointer].position == position, "the position differs from that of the pointer")
    }
}
