import Foundation
import VerbatimHAR

extension TransportFailure {
    /// Creates a failure of the URL loading system.
    init(_ code: URLError.Code, _ reason: String) {
        self.init(domain: NSURLErrorDomain, code: code.rawValue, reason: reason)
    }

    /// Creates the failure of a task's error.
    init(_ error: any Error) {
        let bridged = error as NSError
        let described = bridged.userInfo[NSLocalizedDescriptionKey] as? String
        self.init(
            domain: bridged.domain, code: bridged.code, reason: described ?? bridged.localizedDescription)
    }

    /// Returns the error for the app, a `URLError` if possible, with the reason as its description.
    func error(for url: URL) -> any Error {
        let info: [String: Any] = [NSLocalizedDescriptionKey: reason, NSURLErrorFailingURLErrorKey: url]
        // On Linux an NSError of this domain cannot be cast to URLError.
        let urlErrorCode: URLError.Code? = domain == NSURLErrorDomain ? URLError.Code(rawValue: code) : nil
        return urlErrorCode.map { URLError($0, userInfo: info) }
            ?? NSError(domain: domain, code: code, userInfo: info)
    }
}
