public import Foundation
public import VerbatimHAR

// Shorthands of `Stub.request(…)`, with the same parameters.

extension Stub {
    /// Creates a stub of GET requests with a response.
    public static func get(
        _ target: String, status: Int = 200, headers: HeaderFields = [:], json: String? = nil,
        body: Data = Data(), delay: Duration = .zero, times limit: Int? = nil
    ) -> Stub {
        request(
            "GET", target, status: status, headers: headers, json: json, body: body, delay: delay,
            times: limit)
    }

    /// Creates a stub that fails GET requests.
    public static func get(
        _ target: String, failing code: URLError.Code, delay: Duration = .zero, times limit: Int? = nil
    ) -> Stub {
        request("GET", target, failing: code, delay: delay, times: limit)
    }

    /// Creates a stub of POST requests with a response.
    public static func post(
        _ target: String, status: Int = 200, headers: HeaderFields = [:], json: String? = nil,
        body: Data = Data(), delay: Duration = .zero, times limit: Int? = nil
    ) -> Stub {
        request(
            "POST", target, status: status, headers: headers, json: json, body: body, delay: delay,
            times: limit)
    }

    /// Creates a stub that fails POST requests.
    public static func post(
        _ target: String, failing code: URLError.Code, delay: Duration = .zero, times limit: Int? = nil
    ) -> Stub {
        request("POST", target, failing: code, delay: delay, times: limit)
    }

    /// Creates a stub of PUT requests with a response.
    public static func put(
        _ target: String, status: Int = 200, headers: HeaderFields = [:], json: String? = nil,
        body: Data = Data(), delay: Duration = .zero, times limit: Int? = nil
    ) -> Stub {
        request(
            "PUT", target, status: status, headers: headers, json: json, body: body, delay: delay,
            times: limit)
    }

    /// Creates a stub that fails PUT requests.
    public static func put(
        _ target: String, failing code: URLError.Code, delay: Duration = .zero, times limit: Int? = nil
    ) -> Stub {
        request("PUT", target, failing: code, delay: delay, times: limit)
    }

    /// Creates a stub of PATCH requests with a response.
    public static func patch(
        _ target: String, status: Int = 200, headers: HeaderFields = [:], json: String? = nil,
        body: Data = Data(), delay: Duration = .zero, times limit: Int? = nil
    ) -> Stub {
        request(
            "PATCH", target, status: status, headers: headers, json: json, body: body, delay: delay,
            times: limit)
    }

    /// Creates a stub that fails PATCH requests.
    public static func patch(
        _ target: String, failing code: URLError.Code, delay: Duration = .zero, times limit: Int? = nil
    ) -> Stub {
        request("PATCH", target, failing: code, delay: delay, times: limit)
    }

    /// Creates a stub of DELETE requests with a response.
    public static func delete(
        _ target: String, status: Int = 200, headers: HeaderFields = [:], json: String? = nil,
        body: Data = Data(), delay: Duration = .zero, times limit: Int? = nil
    ) -> Stub {
        request(
            "DELETE", target, status: status, headers: headers, json: json, body: body, delay: delay,
            times: limit)
    }

    /// Creates a stub that fails DELETE requests.
    public static func delete(
        _ target: String, failing code: URLError.Code, delay: Duration = .zero, times limit: Int? = nil
    ) -> Stub {
        request("DELETE", target, failing: code, delay: delay, times: limit)
    }
}
