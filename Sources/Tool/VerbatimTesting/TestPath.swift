import Testing
import VerbatimHAR
import VerbatimJSON

/// The names of a test and its suites, from the outermost.
struct TestPath: Sendable {
    private let module: String
    private let parts: [String]

    init(_ id: Test.ID) {
        self.init(id.moduleName, id.nameComponents)
    }

    private init(_ module: String, _ parts: some Sequence<String>) {
        self.module = module
        self.parts = parts.map { part in
            let name = part.filter { $0 != "`" }
            return name.hasSuffix("()") ? String(name.dropLast(2)) : name
        }
    }

    /// The path of the innermost suite.
    var parent: TestPath { TestPath(module, parts.dropLast()) }

    /// Returns the path within a suite.
    func dropping(_ suite: TestPath) -> TestPath { TestPath("", parts.dropFirst(suite.parts.count)) }

    /// The names in lower case, with hyphens between words: `books/finds-a-book` for the test
    /// ``` `finds a book`() ``` of the suite `Books`. The module is the first if there is only one name.
    var recordingName: String {
        let parts = parts.map { $0.prefix { $0 != "(" } }.map { String($0).asFileName }
        return ((parts.count < 2 && !module.isEmpty ? [module.asFileName] : []) + parts)
            .joined(separator: module.isEmpty ? "-" : "/")
    }

    /// A regular expression for the names of the suite and the test.
    var filter: String {
        parts.suffix(2).map { part in
            String(
                part.prefix { $0 != "(" }.map { $0.isLetter || $0.isNumber || "_ ".contains($0) ? $0 : "." })
        }
        .joined(separator: "/.?")
    }

    /// Returns the test case as recordings name it.
    ///
    /// - Parameter suite: The suite whose tests share the recording; nil is the innermost.
    func recordingCase(
        _ scope: RecordingScope, suite: Test.ID?, _ testCase: Test.Case?
    ) throws -> RecordingCase {
        let arguments = try testCase.flatMap(Self.arguments)
        let name = (parts + [arguments].compactMap { $0 }).joined(separator: "/")
        switch scope {
        case .case: return RecordingCase(name)
        case .test: return RecordingCase(name, in: arguments == nil ? nil : group)
        case .suite: return RecordingCase(name, in: (suite.map(TestPath.init) ?? parent).group)
        }
    }

    /// The beginning of the names of all test cases below the path.
    private var group: String { parts.map { $0 + "/" }.joined() }

    /// Returns the arguments of a test case as text, different for different ones; nil if it has none.
    ///
    /// Swift Testing does not publish them, so they are read by reflection: the identifier of each argument,
    /// which is its JSON, and the number of a case among those with equal arguments.
    static func arguments(of testCase: Test.Case) throws -> String? {
        guard testCase.isParameterized else { return nil }
        let kind = Mirror(reflecting: testCase).descendant("_kind", "parameterized")
        guard let mirror = kind.map(Mirror.init(reflecting:)),
            let arguments = mirror.descendant("arguments") as? [Any],
            let number = mirror.descendant("discriminator") as? Int
        else { throw RecordingTarget.Failure.unknownArguments(Test.current?.name ?? "") }
        let texts = try arguments.map { argument in
            guard let bytes = Mirror(reflecting: argument).descendant("id", "bytes") as? [UInt8] else {
                throw RecordingTarget.Failure.unknownArguments(Test.current?.name ?? "")
            }
            return String(decoding: bytes, as: UTF8.self).withoutQuotes
        }
        return (texts.joined(separator: ", ") + (number == 0 ? "" : " #\(number + 1)")).shortened(to: 120)
    }
}

extension String {
    /// The words in lower case with hyphens between them, as a part of a file name; never empty.
    var asFileName: String {
        let words = lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
        return words.isEmpty ? stableHash : words.shortened(to: 100)
    }

    fileprivate var withoutQuotes: String {
        let isText = count > 2 && hasPrefix("\"") && hasSuffix("\"") && !contains("\\")
        return isText ? String(dropFirst().dropLast()) : self
    }

    /// Returns the text, or its beginning and a number that stands for the rest.
    fileprivate func shortened(to limit: Int) -> String {
        utf8.count <= limit ? self : String(prefix(limit / 4)) + "-" + stableHash
    }
}
