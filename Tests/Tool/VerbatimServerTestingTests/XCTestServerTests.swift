import VerbatimServerTesting
import VerbatimTesting
import XCTest

/// The form of a UI test, with another program in place of the app.
final class XCTestServerTests: XCTestCase {
    private let folder = FileManager.default.temporaryDirectory.appending(
        path: "verbatim-\(UUID().uuidString)")
    private var path: String { folder.path(percentEncoded: false) }

    override func setUpWithError() throws {
        try XCTSkipUnless(OtherProgram.canStart)
        try Fixtures.write(to: folder)
    }

    override func tearDownWithError() throws {
        if OtherProgram.canStart { try FileManager.default.removeItem(at: folder) }
    }

    func testAServerAnswersForATest() throws {
        try startRecording("weather/cities", in: path)
        let server = try RecordingServer.start()
        let url = server.url(for: "https://api.weather.example/v1/cities")
        XCTAssertEqual(try Fixtures.request([url]), ["200 Berlin"])
    }

    func testAServerAnswersForAPartOfATestAndEndsWithIt() throws {
        var urls: [URL] = []
        try withRecording("weather/cities", replacing: [.get("/v1/rivers", json: "[]")], in: path) { _ in
            let server = try RecordingServer.start()
            urls = ["cities", "rivers"].map { server.url(for: "https://api.weather.example/v1/\($0)") }
            XCTAssertEqual(try Fixtures.request(urls), ["200 Berlin", "200 []"])
        }
        XCTAssertThrowsError(try Fixtures.request(urls))
    }
}
