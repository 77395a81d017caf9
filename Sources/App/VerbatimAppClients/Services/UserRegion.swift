public import Foundation

/// The country and the language of a person, for services whose responses depend on them.
public struct UserRegion: Sendable, Hashable {
    /// The country, as an ISO 3166-1 alpha-2 code in uppercase; nil leaves the choice to the service.
    public var country: String?
    /// The language, as an ISO 639-1 code in lowercase; nil leaves the choice to the service.
    public var language: String?

    /// Creates a region with codes in any letter case.
    public init(country: String? = nil, language: String? = nil) {
        self.country = country?.uppercased()
        self.language = language?.lowercased()
    }

    /// Creates the region of a locale, without codes that services do not know: of groups of countries, such
    /// as `419`, and of three letters.
    public init(_ locale: Locale) {
        self.init(
            country: locale.region.flatMap { Self.twoLetters($0.identifier) },
            language: locale.language.languageCode.flatMap { Self.twoLetters($0.identifier) })
    }

    /// The region of the person who uses the device.
    public static var current: UserRegion { UserRegion(.autoupdatingCurrent) }

    private static func twoLetters(_ code: String) -> String? {
        code.utf8.count == 2 && code.allSatisfy { $0.isASCII && $0.isLetter } ? code : nil
    }
}
