package import VerbatimContract
import VerbatimJSON

extension Rule {
    /// The rules about mutants of responses, and about waivers of them.
    package static let ofMutation = [mutantSurvived, mutantKilledByModel, waiverUnused]

    static let mutantSurvived = Rule(
        "mutant-survived", .breaking, "a changed response is not found",
        "the API could respond so, and no check would fail",
        "A recorded response is changed as the API might change it. Neither has the contract a finding of "
            + "severity breaking or warning that it did not have before, nor does a model reject the body.",
        isOverridable: false
    ) { .check(.property("title", ["type": "string"]), .json(#"{"title": "Emma"}"#)) }.counted(
        "changes that no check finds")
    static let mutantKilledByModel = Rule(
        "mutant-killed-by-model", .warning, "only a model finds a changed response",
        "the app cannot read what the contract allows",
        "A recorded response is changed as the API might change it. A model of the app rejects the body, but "
            + "the contract has no new finding.", isOverridable: false
    ) {
        .model(
            "struct Book: Decodable { let title: String }", .property("title", [:]),
            [.json(#"{"title": "Emma"}"#)])
    }.counted("changes that only a model finds")
    static let waiverUnused = Rule(
        "waiver-unused", .breaking, "a waiver waives no mutant",
        "it may be misspelled, or the contract kills the mutants by now",
        "`x-mutation-waivers` in the contract names an operator that has no mutant there, or none that "
            + "survives.", isOverridable: false
    ) {
        .check(
            .property(
                "title",
                ["type": "string", "minLength": 1, "x-mutation-waivers": ["empty": "some books have none"]]),
            .json(#"{"title": "Emma"}"#))
    }
}
