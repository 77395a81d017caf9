import Foundation
import Testing
import VerbatimHAR
import VerbatimTestSupport

@testable import VerbatimReplay

/// Any body is searched for the names of secrets in linear time.
@Suite(.enabled(if: TestEffort.isExhaustive)) struct NamedSecretCostTests {
    static let patterns = [
        "\"name\":\"token\",", "\"value\":\"x\",\"name\":\"token\",", "<name>token</name>", "<key>token<",
        "\n  name=token",
        "&", "\"", "'", "\\", "%", "%25", "&amp;", "<", "<a ", ">", "{", "[", ":", "://", "; ", " ", "=",
        "?key=",
        "?key=?", "&token=", ";token=", "#key=", "\"token\":", "\"token\":[", "\"token\":{",
        "{\"token\":{\"a\":",
        "\"key\":\"", "\\\"key\\\":\\\"", "%22key%22%3A%22", "\"key\":'", "token:'", "<token>", "<token ",
        "<token a='",
        "<token a=\"", "<password><![CDATA[ ", "<token></token>", "<secret><token>", "<input name=token ",
        "<input name=token value='", "<input name=\"key\" value=", "name=token ", "name=\"key\";",
        "Content-Disposition: form-data; name=\"key\"\r\n", "Content-Disposition: a; name=key\r\n\r\n",
        "\r\nContent-Disposition: a; name=token\r\n\r\n\r\n--", "https://a:b@", "https://token@", "token",
        "token.",
        "[token]=", "?[key]=", "a_password", "<x:token>", "&lt;token&gt;", "\\u0026token=", "%5C%22",
        "\"token\":\"a\",", "token:\"\"\"", "Authorization: ", "Authorization: a ", "\nAuthorization: ",
        "\nCookie: ", "\nCookie: a=", "\nCookie:a=b;", "a=b;", "\nX-Api-Key: ", "\\nCookie:a=b;",
        "Authorization:  a,",
    ]

    @Test(arguments: patterns)
    func `a repeated pattern costs linear time`(pattern: String) {
        let names = [
            SecretNames(Redaction(environment: [:])),
            SecretNames(Redaction([Secret("token")], environment: [:])),
        ]
        for names in names {
            let growth = CostGrowth(from: 1024) { count in
                Data(String(repeating: pattern, count: count).utf8)
            } work: { data in
                data.withUnsafeBytes { bytes in
                    var search = NamedValueSearch(bytes, names, .answered)
                    _ = search.run()
                }
            }
            #expect(growth.isLinear, "\(growth)")
        }
    }

    @Test func `a pattern with different names costs linear time`() {
        for pattern in ["<N_password>", "\"N_password\":{", "?N_password=&", "N_password: '"] {
            let names = SecretNames(Redaction(environment: [:]))
            let growth = CostGrowth(from: 1024) { count in
                Data((0..<count).map { pattern.replacing("N", with: "\($0)") }.joined().utf8)
            } work: { data in
                data.withUnsafeBytes { bytes in
                    var search = NamedValueSearch(bytes, names, .answered)
                    _ = search.run()
                }
            }
            #expect(growth.isLinear, "\(pattern): \(growth)")
        }
    }

    @Test func `a body with very many different secrets is redacted in linear time`() {
        let growth = CostGrowth(from: 1024) { count in
            Data((0..<count).map { "{\"access_token\":\"4f9a27c1-\($0)\"}\n" }.joined().utf8)
        } work: { data in
            var state = Redactor.State(Redaction(environment: [:]))
            state.purpose = .recording
            _ = state.redact(data, .answered)
        }
        #expect(growth.isLinear, "\(growth)")
    }

    @Test(arguments: ["a=b; ", "a=\"", "a, ", "=", ";", "Digest a=\"", "a=b,"])
    func `a header field costs linear time`(pattern: String) {
        for name in ["Cookie", "Set-Cookie", "Authorization"] {
            let growth = CostGrowth(from: 256) { count in
                HTTPRequest("GET", "/", headers: [name: String(repeating: pattern, count: count)])
            } work: { request in
                var state = Redactor.State(Redaction(environment: [:]))
                _ = state.redact(request)
            }
            #expect(growth.isLinear, "\(name): \(growth)")
        }
    }
}
