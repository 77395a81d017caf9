import Testing

@testable import VerbatimCommands

@Suite struct ArgumentsTests {
    private static let format = Option.choice(
        "--format", of: [PrintedForm.text, .json], value: "FORMAT", "output format"
    ).or(.text)
    private static let from = Option.texts("--from", "DIR", "folder of the fruit")
    private static let age = Option.days("--age", "oldest fruit")
    private static let quick = Option.flag("--quick", "do not wait")

    private let syntax = CommandSyntax(
        name: "weigh", summary: "Weighs fruit.", options: [format, from, age, quick], operands: "[FRUIT...]",
        operandCount: 0...2)

    @Test func `reads options, flags and operands in any order`() throws {
        let read = try Arguments(
            ["apple", "--format=json", "--from", "a", "--quick", "--from=b", "--", "--pear"], for: syntax)
        #expect(read.operands == ["apple", "--pear"])
        #expect(read[Self.format] == .json)
        #expect(read[Self.from] == ["a", "b"])
        #expect(read[Self.quick])
        #expect(read.has(Self.from))
        #expect(read.first(of: [Self.age, Self.from]) == "--from")
        #expect(!read.wantsHelp)
    }

    @Test func `an option that is not given has its usual value`() throws {
        let read = try Arguments([], for: syntax, folders: ToolFolders(contracts: "Specs"))
        #expect(read[Self.format] == .text)
        #expect(read[Self.from] == [])
        #expect(read[Self.age] == nil)
        #expect(!read[Self.quick])
        #expect(read[.contracts] == "Specs")
        #expect(!read.has(Self.from))
    }

    @Test(arguments: [("30", 30), ("30d", 30), ("0", 0), ("99999", 99_999)])
    func `a number of days may end with a letter`(text: String, days: Int) throws {
        #expect(try Arguments(["--age", text], for: syntax)[Self.age] == days)
    }

    @Test(arguments: ["d", "+3", "-3", "100000", "3dd", "\u{0663}"])
    func `what is no number of days is refused`(text: String) throws {
        let error = try #require(throws: UsageError.self) { try Arguments(["--age=" + text], for: syntax) }
        #expect("\(error)" == "'\(text)' is not a number of days, such as 30d")
    }

    @Test(arguments: [
        (["--fromat", "json"], "unknown option '--fromat', did you mean '--format'?"),
        (["--format"], "option '--format' needs a value: FORMAT"),
        (["--format="], "option '--format' needs a value: FORMAT"),
        (["--format", "yaml"], "invalid value 'yaml' for '--format', expected one of text, json"),
        (["--quick=yes"], "option '--quick' takes no value"),
        (["--quick", "--quick"], "option '--quick' is given twice"),
        (["a", "b", "c"], "unexpected argument 'c'"),
    ])
    func `reports what is wrong with a command line`(words: [String], text: String) throws {
        let error = try #require(throws: UsageError.self) { try Arguments(words, for: syntax) }
        #expect("\(error)" == text + "\n  next: run `verbatim weigh --help`")
    }

    @Test func `prints the help from the syntax`() {
        #expect(
            syntax.help() == """
                usage: verbatim weigh [--format FORMAT] [--from DIR]... [--age DAYS] [--quick] [FRUIT...]

                Weighs fruit.

                  --format FORMAT  output format
                  --from DIR       folder of the fruit
                  --age DAYS       oldest fruit
                  --quick          do not wait
                  --help           print this help

                """)
    }

    @Test func `a missing operand is named`() throws {
        var syntax = syntax
        syntax.operandCount = 1...2
        let error = try #require(throws: UsageError.self) { try Arguments([], for: syntax) }
        #expect("\(error)" == "missing argument: [FRUIT...]\n  next: run `verbatim weigh --help`")
    }

    @Test func `help needs no operands`() throws {
        var wanting = syntax
        wanting.operandCount = 1...1
        #expect(try Arguments(["--help"], for: wanting).wantsHelp)
    }
}
