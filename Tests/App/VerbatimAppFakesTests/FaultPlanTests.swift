import Testing
import VerbatimAppFakes

@Suite struct FaultPlanTests {
    @Test func `parses pairs, including several of one provider`() throws {
        let plan = try FaultPlan(parsing: "itunes=html-404, flickr=slow\tflickr=stat-fail")
        #expect(plan == FaultPlan([.itunes: [.notFoundPage], .flickr: [.slow, .statFail]]))
        #expect(try FaultPlan(parsing: "") == FaultPlan())
    }

    private static let faults = """
        400, 401, 403, empty-403, html-404, 429, 500, 502, 503, stat-fail, jsonp, slow, truncated, reset, silent, redirect, redirect-host, \
        missing-image, broken-image, other-date-format, dropped-key, new-key, null-for-value, string-for-number, new-status, \
        html-for-json
        """

    @Test(arguments: [
        (
            "html-404",
            "expected 'provider=fault', not 'html-404'\n  next: write for example VERBATIM_FAKE=itunes=html-404"
        ),
        (
            "apple=429",
            "unknown fake provider 'apple'\n  next: choose one of google-books, itunes, flickr, reqres"
        ),
        ("itunes=404", "unknown fault '404'\n  next: choose one of \(faults)"),
        (
            "itunes=jsonp",
            "itunes cannot have the fault 'jsonp'\n  next: choose one of "
                + faults.replacing("stat-fail, jsonp, ", with: "").replacing("401, 403, ", with: "")
        ),
    ])
    func `reports the problem and the valid choices`(_ text: String, _ message: String) {
        let error = #expect(throws: FaultPlanError.self) { try FaultPlan(parsing: text) }
        #expect(error.map(String.init(describing:)) == message)
    }
}
