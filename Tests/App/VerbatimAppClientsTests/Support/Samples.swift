import Foundation

@testable import VerbatimAppClients

/// The bytes of a PNG file.
let pngBytes = ImageSample.all[2].data

/// The region of a person in the United States, on whom no computer's settings have an influence.
let unitedStates = UserRegion(country: "US", language: "en")

/// Parses a date such as `2018-09-18T00:00:00Z`.
func date(_ text: String) throws -> Date {
    try Date(text, strategy: .iso8601)
}

extension Result {
    /// The error of a failure.
    var failure: Failure? {
        if case .failure(let error) = self { return error }
        return nil
    }
}
