import Foundation

// The words of this module's errors. An address is shown without its query, which may hold a key.

extension InvalidRequest: CustomStringConvertible {
    /// What cannot be sent.
    public var description: String {
        switch self {
        case .notAURL(let url): "'\(url)' is not a URL"
        case .unsupportedScheme(let url): "'\(url)' is not an http or https URL"
        case .noHost(let url): "'\(url)' names no host"
        case .headerName(let name): "'\(name)' is not a header name"
        case .headerValue(let name): "the value of header '\(name)' has a control character"
        case .bodyOfGET: "a GET request cannot have a body"
        case .contentTypeOfParameters(let contentType): "parameters cannot be written as '\(contentType)'"
        case .parametersAsJSON: "the parameters cannot be written as JSON"
        }
    }
}

extension RESTError: CustomStringConvertible {
    /// What went wrong, and what the service said.
    public var description: String {
        switch self {
        case .invalidRequest(let reason): "the request cannot be built: \(reason)"
        case .cancelled: "the request was cancelled"
        case .transport(let error as URLError): "no answer arrived: \(error.localizedDescription)"
        case .transport(let error): "no answer arrived: \(error)"
        case .notHTTP: "the answer is not HTTP"
        case .clientError(let response): "\(response.summary), which says the request is at fault"
        case .serverError(let response): "\(response.summary), which says the server is at fault"
        case .unexpectedStatus(let response): "\(response.summary), which is not expected"
        case .undecodable(let response, let error): "\(response.summary), which cannot be decoded: \(error)"
        case .notAnImage(let response): "\(response.summary), which is not an image"
        }
    }
}

extension BooksError: CustomStringConvertible {
    /// What went wrong, in the catalogue's own words if it has any.
    public var description: String {
        switch self {
        case .refused(let failure):
            "Google Books answered \(failure.code) (\(failure.reasons.joined(separator: ", "))): '\(failure.message)'"
        case .request(let error): error.description
        }
    }
}

extension ITunesError: CustomStringConvertible {
    /// What went wrong, in the store's own words if it has any.
    public var description: String {
        switch self {
        case .throttled: "the iTunes Store answered 403 and nothing else: too many searches in a short time"
        case .htmlPage(let response): "\(response.summary), a page for people instead of results"
        case .refused(let failure, let status):
            "the iTunes Store answered \(status): '\(failure.errorMessage)'"
        case .unexpectedStatus(let response): "\(response.summary) instead of results"
        case .request(let error): error.description
        }
    }
}

extension FlickrError: CustomStringConvertible {
    /// What went wrong, in Flickr's own words if it has any.
    public var description: String {
        switch self {
        case .failed(let failure): "Flickr failed with code \(failure.code): '\(failure.message)'"
        case .missingDate(let photoID): "photo '\(photoID)' has no 'datetaken', although it was asked for"
        case .jsonp(let response):
            "\(response.summary), a script instead of JSON: 'nojsoncallback=1' got lost"
        case .oauthProblem(let problem, let status): "Flickr answered \(status): OAuth problem '\(problem)'"
        case .request(let error): error.description
        }
    }
}

extension RESTResponse {
    /// Who answered what, in one line.
    fileprivate var summary: String {
        "\(location) answered \(status) with \(excerpt)"
    }

    private var location: String {
        guard let url else { return "the service" }
        return "'\(url.host() ?? "")\(url.path())'"
    }

    private var excerpt: String {
        if body.isEmpty { return "an empty body" }
        guard let text = String(bytes: body, encoding: .utf8) else { return "\(body.count) bytes" }
        let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard line.utf8.count > 200 else { return "'\(line)'" }
        // An index in the middle of a character stands for its beginning.
        return "'\(line[..<line.utf8.index(line.startIndex, offsetBy: 200)])...'"
    }
}
