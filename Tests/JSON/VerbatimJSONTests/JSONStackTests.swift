import Testing
import VerbatimTestSupport

@testable import VerbatimJSON

/// The stack that documents of the greatest depth need.
@Suite(.enabled(if: StackUse.isComparable)) struct JSONStackTests {
    @Test(arguments: cases)
    func `deep documents leave half of a small stack`(_ work: StackCase) throws {
        let use = try work.use()
        #expect(use.isWithinLimit, "\(work): \(use)")
    }

    private static let cases: [StackCase] = [("arrays", DeepText.arrays()), ("objects", DeepText.objects())]
        .flatMap {
            name, text -> [StackCase] in
            [
                StackCase("\(name): reading") {
                    let json = try JSON(parsing: text)
                    #expect(json.duplicates.isEmpty && json.pointer == .root)
                },
                StackCase("\(name): values") {
                    let json = try JSON(parsing: text)
                    #expect(json.value.text(.compact) == text)
                },
                StackCase("\(name): writing") {
                    let value = try JSON(parsing: text).value
                    #expect(try JSON(parsing: value.text(.pretty)).value.kind == value.kind)
                    let indented = try JSONLayout.indented(Array(text.utf8))
                    #expect(try JSONLayout.minified(indented) == Array(text.utf8))
                },
                StackCase("\(name): comparing") {
                    let (value, other) = (try JSON(parsing: text).value, try JSON(parsing: text).value)
                    #expect(value == other)
                },
                StackCase("\(name): hashing") {
                    let value = try JSON(parsing: text).value
                    #expect(Set([value]).count == 1)
                },
                StackCase("\(name): editing") {
                    var value = try JSON(parsing: text).value
                    let pointer = JSONPointer(Array(repeating: name == "arrays" ? "0" : "a", count: 511))
                    value.edit(pointer) { _ in .bool(true) }
                    #expect(value[pointer]?.bool == true)
                    #expect(value.removingMembers { $0.tokens.count == 511 } != .null)
                },
            ]
        }
}
