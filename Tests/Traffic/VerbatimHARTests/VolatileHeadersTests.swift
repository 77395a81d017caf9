import Testing
import VerbatimHAR

@Suite struct VolatileHeadersTests {
    @Test(arguments: [
        ("Content-Type", VolatileHeaders.Significance.value), ("X-Total-Count", .value), ("Server", .value),
        ("Date", .presence), ("X-Request-Id", .presence), ("Set-Cookie", .presence),
        ("Content-Encoding", .presence),
        ("Age", .none), ("VIA", .none), ("CF-Ray", .none), ("cf-mitigated", .none), ("X-Amz-Id-2", .none),
        ("X-RateLimit-Remaining", .none), ("X-Envoy-Upstream-Service-Time", .none), ("traceparent", .none),
        // No more than the beginning of the names that are known.
        ("aged", .value), ("cfx", .value), ("x-amz", .value),
    ])
    func `fields of gateways and caches do not count`(
        name: String, significance: VolatileHeaders.Significance
    ) {
        #expect(VolatileHeaders().significance(of: name) == significance)
    }

    @Test(arguments: [
        ("x-shard", VolatileHeaders.Significance.none), ("X-SHARD", .none), ("X-Shards", .value),
        ("x-gateway-node", .none), ("X-Gateway-", .none), ("x-gateway", .value), ("Via", .none),
        ("Date", .presence),
    ])
    func `fields can be added by their name or by its beginning`(
        name: String, significance: VolatileHeaders.Significance
    ) {
        let headers = VolatileHeaders(adding: ["X-Shard", "X-Gateway-*"])
        #expect(headers.significance(of: name) == significance)
    }

    @Test func `a star alone ignores all fields`() {
        #expect(VolatileHeaders(adding: ["*"]).significance(of: "Content-Type") == .none)
    }
}
