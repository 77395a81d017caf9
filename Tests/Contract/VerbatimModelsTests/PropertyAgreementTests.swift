import Testing
import VerbatimContract
import VerbatimModels

/// The rules that the combinations of contract, traffic and model break.
@Suite struct PropertyAgreementTests {
    /// The status in contract, traffic and model, and the rule.
    private static let combinations = """
        required     always    required agreed
        required     always    optional model-optional-contract-required
        required     always    unread   property-unread
        required     sometimes required model-required-contract-violated
        required     sometimes optional model-optional-contract-violated
        required     sometimes unread   property-unread
        required     never     required model-required-contract-violated
        required     never     optional model-optional-contract-violated
        required     never     unread   property-unused
        optional     always    required model-required-contract-optional
        optional     always    optional model-optional-always-present
        optional     always    unread   property-unread
        optional     sometimes required model-required-absent
        optional     sometimes optional agreed
        optional     sometimes unread   property-unread
        optional     never     required model-required-absent
        optional     never     optional model-property-never-present
        optional     never     unread   property-unused
        undocumented always    required model-required-contract-optional
        undocumented always    optional model-property-undocumented
        undocumented always    unread   property-unread
        undocumented sometimes required model-required-absent
        undocumented sometimes optional model-property-undocumented
        undocumented sometimes unread   property-unread
        undocumented never     required model-required-absent
        undocumented never     optional model-property-unknown
        undocumented never     unread   agreed
        """

    @Test func `every combination agrees or breaks a rule`() throws {
        let rows = Self.combinations.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        #expect(rows.count == 27)
        for row in rows {
            let agreement = PropertyAgreement(
                contract: try #require(PropertyAgreement.ContractStatus(rawValue: row[0])),
                traffic: try #require(PropertyAgreement.TrafficStatus(rawValue: row[1])),
                model: try #require(PropertyAgreement.ModelStatus(rawValue: row[2])))
            #expect(agreement.rule?.id ?? "agreed" == row[3], "\(row)")
        }
    }

    @Test func `only absent properties and contradictions are breaking`() {
        let breaking = Rule.ofModels.filter { $0.severity == .breaking && $0.id.hasPrefix("model-") }
        #expect(
            breaking.map(\.id) == [
                "model-required-absent", "model-required-contract-violated", "model-contract-contradicted",
            ])
    }
}
