public import Foundation
public import VerbatimHAR

extension Player {
    /// Opens a recording that test cases share, for one of them to replay.
    ///
    /// It gets its own interactions first, then those of no test case, and those of others only for requests
    /// that it did not record. If it recorded none, it gets all.
    ///
    /// - Throws: ``RecordingError``.
    public convenience init(
        sharedRecording url: URL, for testCase: RecordingCase, options: Options = Options()
    ) throws(RecordingError) {
        let name = RecordingName(file: url)
        guard FileManager.default.fileExists(atPath: url.path(percentEncoded: false)) else {
            throw .missing(recording: url.displayPath, command: options.command ?? name.command)
        }
        var archive = try RecordingError.wrap { () throws(ArchiveError) in try Archive(contentsOf: url) }
        let fingerprinter = Fingerprinter(Redactor(options.redaction), options.matching)
        archive.interactions = testCase.replayed(of: archive.interactions, fingerprinter)
        var options = options
        options.testCase = testCase
        self.init(archive: archive, name: name.description, options: options)
    }

    /// Returns whether an entry is one that the test case recorded, unless the recording is not shared.
    func isOwn(_ entry: Int) -> Bool {
        guard let testCase = options.testCase, testCase.group != nil else { return true }
        return (try? matcher.recording.interaction(at: entry))?.testCase?.name == testCase.name
    }

    /// Returns the error of a new recording that would replace interactions of a test case with which it is
    /// not shared.
    ///
    /// - Throws: The error of an unreadable recording that is shared, as the interactions of others would be
    ///   lost.
    func conflictOfTestCases(at url: URL) throws(ArchiveError) -> RecordingError? {
        guard mode == .record, let testCase = options.testCase,
            FileManager.default.fileExists(atPath: url.path(percentEncoded: false))
        else { return nil }
        let old: Archive
        do throws(ArchiveError) {
            old = try Archive(contentsOf: url)
        } catch {
            if testCase.group == nil { return nil }
            throw error
        }
        let other = old.interactions.lazy.compactMap(\.testCase).first { !testCase.shares(with: $0) }
        return other.map {
            .otherTestCase(recording: url.displayPath, testCase: testCase.name, other: $0.name)
        }
    }
}

extension RecordingCase {
    fileprivate func replayed(
        of interactions: [Interaction], _ fingerprinter: Fingerprinter
    ) -> [Interaction] {
        let own = interactions.filter { $0.testCase?.name == name }
        guard !own.isEmpty else { return interactions }
        let accessible = own + interactions.filter { $0.testCase == nil }
        let known = Set(accessible.map { fingerprinter.fingerprint(of: $0.request) })
        return accessible
            + interactions.filter {
                ($0.testCase.map { $0.name != name } ?? false)
                    && !known.contains(fingerprinter.fingerprint(of: $0.request))
            }
    }
}
