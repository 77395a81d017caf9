import Foundation
import Testing
import VerbatimContract
import VerbatimHAR
import VerbatimJSON
import VerbatimTestSupport

@testable import VerbatimDrift

/// The severities of changes between recordings that the models of an app decide.
@Suite struct ConflictGradingTests {
    private func interaction(_ body: String) -> Interaction {
        Interaction(
            HTTPRequest("GET", "https://a.test/a"), .response(HTTPResponse(200, body: .text(body))))
    }

    private func conflict(_ pointer: JSONPointer?, _ name: String) -> ModelConflict {
        ModelConflict(
            pointer: pointer,
            property: AffectedProperty(
                name: name, location: nil, model: "Model", reason: "\(name) expects Int"))
    }

    /// Returns the changes, `severity rule pointer: affected`, if models have conflicts with the new body.
    private func changes(
        _ old: String, _ new: String, _ conflicts: [ModelConflict]?, old known: [ModelConflict] = []
    ) -> [String] {
        RecordingComparison([interaction(old)], [interaction(new)], api: "a") { interaction in
            let body = (try? interaction.responseBytes()) ?? Data()
            return body == Data(new.utf8) ? conflicts : conflicts.map { _ in known }
        }.changes().map { change in
            "\(change.severity) \(change.rule.id) \(change.pointer?.description ?? change.part ?? ""): "
                + change.affected.map(\.name).joined(separator: ", ")
        }
    }

    @Test func `a change that no model minds is a warning at most`() {
        let (old, new) = (#"{"a":1,"b":1}"#, #"{"a":"1"}"#)
        #expect(
            changes(old, new, []) == [
                "warning drift-type-added /a: ", "warning drift-property-removed /b: ",
            ])
        // Without a model, the kind of change decides.
        #expect(
            changes(old, new, nil) == [
                "breaking drift-type-added /a: ", "breaking drift-property-removed /b: ",
            ])
    }

    @Test func `a change names the property that it breaks, once for a list`() {
        let found = [conflict("/l/0/a", "Item.a"), conflict("/l/1/a", "Item.a")]
        #expect(
            changes(#"{"l":[{"a":1,"b":1},{"a":2,"b":1}]}"#, #"{"l":[{"a":"1"},{"a":"2"}]}"#, found) == [
                "breaking drift-type-added /l/*/a: Item.a", "warning drift-property-removed /l/*/b: ",
            ])
    }

    @Test func `a warning becomes breaking where a model does not decode it`() {
        #expect(
            changes(#"[{"a":1},{"a":2}]"#, #"[{"a":1},{}]"#, [conflict("/1/a", "Item.a")]) == [
                "breaking drift-property-became-optional /*/a: Item.a"
            ])
    }

    @Test func `a conflict around or inside a change is caused by it`() {
        #expect(
            changes(#"{"a":{"b":1}}"#, #"{"a":{"b":"1"}}"#, [conflict("/a", "Model.a")]) == [
                "breaking drift-type-added /a/b: Model.a"
            ])
        #expect(
            changes(#"{"a":1}"#, #"{"a":{"b":1}}"#, [conflict("/a/b", "Model.b")]) == [
                "breaking drift-type-added /a: Model.b"
            ])
    }

    @Test func `a value that nothing else reports is a change as well`() {
        #expect(
            changes(#"{"kind":"book"}"#, #"{"kind":"film"}"#, [conflict("/kind", "Item.kind")]) == [
                "breaking drift-value-not-decoded /kind: Item.kind"
            ])
    }

    @Test func `a value that was not decoded before is no change`() {
        #expect(
            changes(
                #"{"n":0.5,"a":1}"#, #"{"n":1.5,"a":2}"#, [conflict("/n", "Item.n")],
                old: [conflict("/n", "Item.n")]) == [])
    }

    @Test func `another kind of body breaks the model that reads it`() {
        #expect(
            changes(#"{"a":1}"#, "<!DOCTYPE html><html></html>", [conflict(nil, "Model")]) == [
                "breaking drift-body-kind-changed the body: Model"
            ])
    }
}
