import VerbatimJSON
import VerbatimSchema

/// The compiler of schemas: any document compiles or says where it does not, and always the same way.
enum CompilerFuzzing: FuzzJob {
    static let name = "compiler"

    static func run(_ bytes: [UInt8]) {
        guard let document = try? JSON(parsing: bytes) else { return }
        let first = compile(document)
        precondition(first == compile(document), "compiling twice gives two answers")
    }

    /// What there is to say about a document: its unknown keywords, or why it does not compile.
    private static func compile(_ document: JSON) -> [String] {
        do {
            let options = CompileOptions(formats: .assertion)
            return try Schema(document).compile(options: options).unknownKeywords.map { unknown in
                check(unknown.pointer, unknown.position, in: document)
                return "\(unknown.name) \(unknown.pointer)"
            }
        } catch {
            check(error.pointer, error.position, in: document)
            return [error.description, error.message]
        }
    }

    /// A pointer leads to its position, unless a repeated name leads it elsewhere.
    private static func check(_ pointer: JSONPointer, _ position: JSONPosition, in document: JSON) {
        guard document.duplicates.isEmpty else { return }
        precondition(document[pointer].position == position, "a location is not in the document")
    }
}
