public import Testing
public import VerbatimReplay
public import VerbatimURLSession

extension Trait where Self == RecordingTrait {
    /// Runs a test on the recording `Recordings/<name>.har`.
    ///
    /// ```swift
    /// @Test(.recording("google-books/volume-by-isbn"))
    /// func `finds a book by its ISBN`() async throws {
    ///     let books = GoogleBooksService(session: .recorded)
    ///     ...
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - name: `<api>/<scenario>`; nil makes it from the names of the suite and the test.
    ///   - mode: What to do with requests; nil leaves it to the environment variable `VERBATIM_MODE`, and without
    ///     one the recording is replayed.
    ///   - redaction: What is kept out of the recording, beside credentials and cookies.
    ///   - matching: Which requests are the same.
    ///   - exhausted: What answers a request all of whose recorded answers have been given.
    ///   - pace: When the pieces of a recorded body reach the app.
    ///   - folder: Where the recordings are; nil is `Recordings` beside the `Package.swift` above the test's file.
    public static func recording(
        _ name: String? = nil, mode: RecordingMode? = nil, redaction: Redaction = Redaction(),
        matching: MatchingRules = MatchingRules(),
        exhausted: Player.Exhaustion = .fail, pace: Pace = .atOnce, in folder: String? = nil
    ) -> Self {
        let options = Player.Options(redaction: redaction, matching: matching, exhausted: exhausted)
        return RecordingTrait(
            name: name, setup: RecordingSetup(mode: mode, options: options, pace: pace, folder: folder))
    }
}
