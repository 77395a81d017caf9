import Foundation
import VerbatimHAR

extension TransportFailure {
    /// Creates a failure of the URL loading system.
    init(_ code: URLError.Code, _ reason: String) {
        self.init(domain: NSURLErrorDomain, code: code.rawValue, reason: reason)
    }

    /// Keeps what an error of a task says.
    init(_ error: any Error) {
        let bridged = error as NSError
        let described = bridged.userInfo[NSLocalizedDescriptionKey] as? String
        self.init(
            domain: bridged.domain, code: bridged.code, reason: described ?? bridged.localizedDescription)
    }

    /// The error as an app catches it: a `URLError` where the code is one, with the reason as its description.
    func error(for url: URL) -> any Error {
        let info: [String: Any] = [NSLocalizedDescriptionKey: reason, NSURLErrorFailingURLErrorKey: url]
        // a bare NSError of this domain cannot be cast to URLError on Linux
        let known: URLError.Code? = domain == NSURLErrorDomain ? URLError.Code(rawValue: code) : nil
        return known.map { URLError($0, userInfo: info) }
            ?? NSError(domain: domain, code: code, userInfo: info)
    }
}
