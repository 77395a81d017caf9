import Foundation
import Testing
import VerbatimContract
import VerbatimDecoding
import VerbatimExampleSupport
import VerbatimHAR
import VerbatimJSON

@testable import VerbatimModels

// The models of the examples, each in a scope, as all have the same name.

private enum Titled {
    struct Book: Decodable { let title: String }
}

private enum MaybeTitled {
    struct Book: Decodable { let title: String? }
}

private enum Misspelled {
    struct Book: Decodable { let titel: String? }
}

private enum Counted {
    struct Book: Decodable { let pages: Int }
}

private enum Small {
    struct Book: Decodable { let shelf: Int8 }
}

private enum Dated {
    struct Book: Decodable { let updated: Date }
}

private enum Covered {
    struct Book: Decodable { let cover: URL }
}

private enum Stored {
    struct Book: Decodable { let scan: Data }
}

private enum Stated {
    enum State: String, Decodable { case new, used }
    struct Book: Decodable { let state: State }
}

private enum Copied {
    struct Book: Decodable { let copies: [Int: String] }
}

private enum Rated {
    struct Rating: Decodable {
        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            let stars = try container.decode(Int.self)
            guard 1...5 ~= stars else {
                throw DecodingError.dataCorruptedError(
                    in: container, debugDescription: "a rating has 1 to 5 stars")
            }
        }
    }
    struct Book: Decodable { let rating: Rating }
}

private enum Shelved {
    struct Book: Decodable { let title: String }
    struct Kept: Decodable {
        let book: Book?
        init(from decoder: any Decoder) throws {
            book = try? decoder.singleValueContainer().decode(Book.self)
        }
    }
    struct Shelf: Decodable { let books: [Kept] }
}

private enum Bound {
    struct Book: Decodable { let title: String }
    static let binding = ModelBinding("books.search", Book.self) { JSONDecoder() }
}

/// The examples of the rules about models, executed.
@Suite struct ModelExampleTests {
    private static let bindings: [String: ModelBinding] = [
        ModelSource.titled: binding(Titled.Book.self),
        ModelSource.maybeTitled: binding(MaybeTitled.Book.self),
        ModelSource.misspelled: binding(Misspelled.Book.self),
        ModelSource.counted: binding(Counted.Book.self), ModelSource.small: binding(Small.Book.self),
        ModelSource.dated: binding(Dated.Book.self), ModelSource.covered: binding(Covered.Book.self),
        ModelSource.stored: binding(Stored.Book.self), ModelSource.stated: binding(Stated.Book.self),
        ModelSource.copies: binding(Copied.Book.self), ModelSource.rated: binding(Rated.Book.self),
        ModelSource.shelf: binding(Shelved.Shelf.self), ModelSource.bound: Bound.binding,
    ]

    private static func binding<Model: Decodable & Sendable>(_ type: Model.Type) -> ModelBinding {
        ModelBinding("books.list", type) {
            let decoder = JSONDecoder()
            decoder.dateDecodingStrategy = .iso8601
            return decoder
        }
    }

    private static let rules = Rule.ofDecoding + Rule.ofModels

    @Test(arguments: rules.map(\.id)) func `the models and the recordings break the rule`(_ id: String) throws
    {
        let rule = try #require(Self.rules.first { $0.id == id })
        guard case .model(let source, let fragment, let recorded) = rule.explanation.example else {
            #expect(id == "model-tool-fault", "only a fault of this package has no example")
            return
        }
        let contract = try Contract(
            parsing: Data(fragment.document.text(.pretty).utf8), file: "Contracts/books.json")
        let findings = try findings(
            of: try #require(Self.bindings[source], "\(source)"), in: contract, recorded.map(\.interaction))
        #expect(findings.contains("\(rule.severity) \(id)"), "\(findings)")
        #expect(findings.count <= 3, "\(findings)")
    }

    /// Returns the findings that `models` and `check` report, with their severities.
    private func findings(
        of binding: ModelBinding, in contract: Contract, _ interactions: [Interaction]
    ) throws -> [String] {
        guard !interactions.isEmpty else {
            var audit = ContractAudit(contract)
            audit.add(binding)
            return audit.report(SourceIndex([])).findings.map { "\($0.severity) \($0.rule.id)" }
        }
        var audit = ModelAudit()
        var rules: [Rule] = []
        let operation = try #require(contract.operations.first)
        for interaction in interactions {
            let body = try Data(interaction.responseBytes())
            let reading = binding.read(body)
            rules +=
                reading.failures.map { Rule.decoding($0.kind) }
                + reading.dropped.map { _ in .modelValueDropped }
            audit.add(reading, of: body, by: binding, in: interaction, of: operation, in: contract)
        }
        let findings = audit.report(SourceIndex([])).findings
        rules += findings.map(\.rule) + [binding.finding(in: contract)?.rule].compactMap(\.self)
        return Set(rules.map { "\($0.severity) \($0.id)" }).sorted()
    }

    @Test func `the models of the examples are those of this file`() throws {
        let text = try String(contentsOfFile: #filePath, encoding: .utf8)
        let file = text.split(separator: "\n").map { $0.drop { $0 == " " } }
        for source in Self.bindings.keys {
            let lines = source.split(separator: "\n").map { $0.drop { $0 == " " } }
                .map { $0.hasPrefix("let binding") ? "static " + $0 : String($0) }
            #expect(file.map(String.init).contains(lines), "\(source)")
        }
    }
}
