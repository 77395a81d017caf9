import Testing
import VerbatimContract
import VerbatimModels

/// What contract, traffic and model say together: all their combinations.
@Suite struct StanceTests {
    /// Promise, sight and demand, and the rule they break.
    private static let combinations = """
        required always    required  agreed
        required always    optional  model-optional-promised
        required always    none      property-unread
        required sometimes required  model-required-promise-broken
        required sometimes optional  model-optional-promise-broken
        required sometimes none      property-unread
        required never     required  model-required-promise-broken
        required never     optional  model-optional-promise-broken
        required never     none      property-unneeded
        optional always    required  model-required-unpromised
        optional always    optional  model-optional-always-there
        optional always    none      property-unread
        optional sometimes required  model-required-absent
        optional sometimes optional  agreed
        optional sometimes none      property-unread
        optional never     required  model-required-absent
        optional never     optional  model-never-seen
        optional never     none      property-unneeded
        unknown  always    required  model-required-unpromised
        unknown  always    optional  model-undocumented
        unknown  always    none      property-unread
        unknown  sometimes required  model-required-absent
        unknown  sometimes optional  model-undocumented
        unknown  sometimes none      property-unread
        unknown  never     required  model-required-absent
        unknown  never     optional  model-unknown
        unknown  never     none      agreed
        """

    @Test func `every combination has a name`() throws {
        let rows = Self.combinations.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        #expect(rows.count == 27)
        for row in rows {
            let stance = PropertyAgreement(
                promise: try #require(PropertyAgreement.Promise(rawValue: row[0])),
                sight: try #require(PropertyAgreement.Sight(rawValue: row[1])),
                demand: try #require(PropertyAgreement.Demand(rawValue: row[2])))
            #expect(stance.rule?.id ?? "agreed" == row[3], "\(row)")
        }
    }

    @Test func `only what is broken already is breaking`() {
        let breaking = Rule.ofModels.filter { $0.severity == .breaking }.map(\.id)
        #expect(breaking == ["model-required-absent", "model-required-promise-broken"])
    }
}
