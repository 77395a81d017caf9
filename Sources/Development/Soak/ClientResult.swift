import Foundation

/// What an app sees of the end of a request.
enum ClientResult: Sendable, Equatable, CustomStringConvertible {
    case answer(status: Int, body: Data)
    case failure(code: Int)

    init(_ body: Data?, _ response: URLResponse?, _ error: (any Error)?) {
        if let error {
            self = .failure(code: (error as NSError).code)
        } else if let response = response as? HTTPURLResponse {
            self = .answer(status: response.statusCode, body: body ?? Data())
        } else {
            self = .failure(code: 0)
        }
    }

    static let cancelled = ClientResult.failure(code: URLError.Code.cancelled.rawValue)

    var description: String {
        switch self {
        case .answer(let status, let body):
            "\(status) with \(body.count) bytes '\(String(decoding: body.prefix(40), as: UTF8.self))'"
        case .failure(let code): "error \(code)"
        }
    }
}
