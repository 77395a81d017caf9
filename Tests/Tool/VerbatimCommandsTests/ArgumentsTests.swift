import Testing

@testable import VerbatimCommands

struct ArgumentsTests {
    private let syntax = CommandSyntax(
        name: "weigh", summary: "Weighs fruit.",
        options: [
            .init(name: "--format", value: "FORMAT", choices: ["text", "json"], help: "how to print"),
            .init(name: "--from", value: "DIR", repeats: true, help: "where the fruit is"),
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
        (["--fromat", "json"], "no option '--fromat', did you mean '--format'?"),
        (["--format"], "'--format' wants a value: FORMAT"),
        (["--format="], "'--format' wants a value: FORMAT"),
        (["--format", "yaml"], "'--format' is 'yaml', must be one of text, json"),
        (["--quick=yes"], "'--quick' takes no value"),
        (["--quick", "--quick"], "'--quick' is given twice"),
        (
            ["a", "b", "c"],
            "'c' is one word too many: verbatim weigh [--format FORMAT] [--from DIR]... [--quick] [FRUIT...]"
        ),
    ])
    func `says what is wrong with a command line`(words: [String], text: String) throws {
        let error = try #require(throws: UsageError.self) { try Arguments(words, for: syntax) }
        #expect("\(error)" == text + "\n  next: run `verbatim weigh --help`")
    }

    @Test func `prints the help from the syntax`() {
        #expect(
            syntax.help == """
                usage: verbatim weigh [--format FORMAT] [--from DIR]... [--quick] [FRUIT...]

                Weighs fruit.

                  --format FORMAT  how to print
                  --from DIR       where the fruit is
                  --quick          do not wait
                  --help           print this

                """)
    }

    @Test func `asks for nothing else once help is asked for`() throws {
        var wanting = syntax
        wanting.operandCount = 1...1
        #expect(try Arguments(["--help"], for: wanting).wantsHelp)
    }
}
