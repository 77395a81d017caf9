import Testing

@testable import VerbatimCommands

@Suite struct ArgumentsTests {
    private let syntax = CommandSyntax(
        name: "weigh", summary: "Weighs fruit.",
        options: [
            .init(name: "--format", value: "FORMAT", choices: ["text", "json"], help: "output format"),
            .init(name: "--from", value: "DIR", repeats: true, help: "folder of the fruit"),
            .init(name: "--quick", value: nil, help: "do not wait"),
        ], operands: "[FRUIT...]", operandCount: 0...2)

    @Test func `reads options, flags and operands in any order`() throws {
        let read = try Arguments(
            ["apple", "--format=json", "--from", "a", "--quick", "--from=b", "--", "--pear"], for: syntax)
        #expect(read.operands == ["apple", "--pear"])
        #expect(read.value("--format") == "json")
        #expect(read.values("--from") == ["a", "b"])
        #expect(read.has("--quick"))
        #expect(!read.wantsHelp)
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
                usage: verbatim weigh [--format FORMAT] [--from DIR]... [--quick] [FRUIT...]

                Weighs fruit.

                  --format FORMAT  output format
                  --from DIR       folder of the fruit
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
