import Foundation
import Testing

@testable import VerbatimAppClients

@Suite struct ServiceErrorTests {
    /// Errors, and the texts of their alerts.
    private static let alerts: [(error: any ServiceError, title: String, suggestion: String?)] = [
        (
            RESTError.transport(URLError(.notConnectedToInternet)), "The service cannot be reached.",
            "Check the connection to the network and try again."
        ),
        (response(429), "There were too many requests in a short time.", "Try again later."),
        (response(401), "The service refused access.", nil),
        (response(404), "The service has nothing at this address.", nil),
        (response(503), "The service is not available at the moment.", "Try again later."),
        (
            BooksError.refused(failure(429)), "There were too many requests in a short time.",
            "Try again later."
        ),
        (
            BooksError.request(response(500)), "The service is not available at the moment.",
            "Try again later."
        ),
        (ITunesError.throttled, "There were too many requests in a short time.", "Try again later."),
        (
            ITunesError.htmlPage(RESTResponse(url: nil, status: 200)),
            "The response of the service cannot be read.", "Look for an update of the app."
        ),
        (
            FlickrError.failed(FlickrFailure(code: 100, message: "Invalid")), "The service refused access.",
            nil
        ),
        (
            FlickrError.failed(FlickrFailure(code: 105, message: "Down")),
            "The service is not available at the moment.", "Try again later."
        ),
    ]

    private static func response(_ status: Int) -> RESTError {
        let response = RESTResponse(url: nil, status: status)
        return status < 500 ? .clientError(response) : .serverError(response)
    }

    private static func failure(_ code: Int) -> GoogleBooksFailure {
        GoogleBooksFailure(code: code, message: "Quota exceeded", reasons: ["rateLimitExceeded"])
    }

    @Test(arguments: alerts.indices)
    func `an alert shows what happened and what to do next`(index: Int) {
        let (error, title, suggestion) = Self.alerts[index]
        #expect(error.localizedDescription == title)
        #expect(error.errorDescription == title)
        #expect(error.recoverySuggestion == suggestion)
    }

    @Test func `the reason is that of the service if it gave one`() {
        #expect(BooksError.refused(Self.failure(429)).failureReason == "Quota exceeded")
        #expect(
            ITunesError.refused(ITunesFailure(errorMessage: "Invalid value"), status: 400).failureReason
                == "Invalid value")
        #expect(Self.response(503).failureReason == "The status of the response is 503.")
    }

    @Test func `the underlying error is kept through every layer`() throws {
        let cause = URLError(.timedOut)
        let errors: [any ServiceError] = [
            RESTError.transport(cause), BooksError.request(.transport(cause)),
            ITunesError.request(.transport(cause)), FlickrError.request(.transport(cause)),
        ]
        for error in errors {
            #expect((error.underlyingError as? URLError)?.code == .timedOut)
            let bridged = try #require((error as NSError).userInfo[NSUnderlyingErrorKey] as? URLError)
            #expect(bridged.code == .timedOut)
        }
    }

    @Test func `a cancellation is recognized in the errors of all services`() {
        let part = PartialDownload(file: URL(filePath: "/tmp/part"), size: 1, validator: "a")
        let cancelled: [any ServiceError] = [
            RESTError.cancelled, BooksError.request(.cancelled), ITunesError.request(.cancelled),
            FlickrError.request(.cancelled), RESTError.interrupted(part, URLError(.cancelled)),
        ]
        #expect(cancelled.map { $0.isCancelled } == Array(repeating: true, count: 5))
        let others: [any ServiceError] = [
            RESTError.notHTTP, BooksError.refused(Self.failure(400)), ITunesError.throttled,
            RESTError.interrupted(part, URLError(.timedOut)),
        ]
        #expect(others.map { $0.isCancelled } == Array(repeating: false, count: 4))
    }
}
