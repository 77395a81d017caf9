import Foundation

/// The beginning of a PNG file, which is all that the app reads.
let pngBytes = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13])

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
