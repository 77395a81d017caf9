import Foundation
import Testing

@testable import VerbatimAppClients

@Suite struct UserRegionTests {
    @Test(
        arguments: [
            ("de_CH", "CH", "de"), ("ja_JP", "JP", "ja"), ("pt", nil, "pt"), ("es_419", nil, "es"),
            ("fil_PH", "PH", nil), ("zh-Hant_TW", "TW", "zh"),
        ] as [(String, String?, String?)])
    func `has the codes of a locale that services know`(
        identifier: String, country: String?, language: String?
    ) {
        let region = UserRegion(Locale(identifier: identifier))
        #expect(region == UserRegion(country: country, language: language))
    }

    @Test func `has codes in one letter case`() {
        #expect(UserRegion(country: "is", language: "IS") == UserRegion(country: "IS", language: "is"))
    }
}
