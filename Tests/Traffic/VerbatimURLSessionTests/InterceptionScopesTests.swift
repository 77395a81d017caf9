import Testing
import VerbatimHAR

@testable import VerbatimURLSession

@Suite struct InterceptionScopesTests {
    private var scopes = InterceptionScopes()

    private func makeBinding() -> ProtocolClassPool.Binding {
        ProtocolClassPool.Binding(
            responder: StubResponder(HTTPResponse(200)), timing: .immediate, cookies: nil)
    }

    /// The numbers of scopes, or the reason of a refusal.
    private func text(_ owner: InterceptionScopes.Owner?) -> String {
        switch owner {
        case .scope(let scope): "\(scope.number)"
        case .refusal(let reason): "\(reason)"
        case nil: "none"
        }
    }

    @Test mutating func `a request of unknown origin belongs to the only open scope`() {
        #expect(text(scopes.ownerOfUnknown) == "none")
        let first = scopes.open(makeBinding(), in: nil)
        #expect(text(scopes.ownerOfUnknown) == "1")
        scopes.close(first)
        #expect(text(scopes.ownerOfUnknown) == "none")
    }

    @Test mutating func `a request of unknown origin is refused while several scopes are open`() {
        let first = scopes.open(makeBinding(), in: nil)
        let second = scopes.open(makeBinding(), in: nil)
        #expect(text(scopes.ownerOfUnknown) == "scopeUnknown")
        scopes.close(first)
        #expect(text(scopes.ownerOfUnknown) == "2")
        scopes.close(second)
        #expect(text(scopes.ownerOfUnknown) == "none")
    }

    @Test mutating func `a request of unknown origin belongs to the innermost scope`() {
        let outer = scopes.open(makeBinding(), in: nil)
        let inner = scopes.open(makeBinding(), in: outer)
        #expect(text(scopes.ownerOfUnknown) == "2")
        let other = scopes.open(makeBinding(), in: outer)
        #expect(text(scopes.ownerOfUnknown) == "scopeUnknown")
        scopes.close(inner)
        #expect(text(scopes.ownerOfUnknown) == "3")
        scopes.close(other)
        #expect(text(scopes.ownerOfUnknown) == "1")
    }

    @Test mutating func `once tests have scopes a request of unknown origin never reaches the network`() {
        let first = scopes.open(makeBinding(), in: nil, isOfTest: true)
        #expect(text(scopes.ownerOfUnknown) == "1")
        scopes.close(first)
        #expect(text(scopes.ownerOfUnknown) == "testUnknown")
        scopes.close(scopes.open(makeBinding(), in: nil))
        #expect(text(scopes.ownerOfUnknown) == "testUnknown")
    }

    @Test mutating func `scopes that replay the same recording are one`() {
        let binding = makeBinding()
        _ = scopes.open(binding, in: nil)
        _ = scopes.open(binding, in: nil)
        #expect(["1", "2"].contains(text(scopes.ownerOfUnknown)))
    }

    @Test mutating func `a request to which one of a scope was redirected stays in it, and fails after it`() {
        let first = scopes.open(makeBinding(), in: nil)
        _ = scopes.open(makeBinding(), in: nil)
        #expect(text(scopes.owner(inScope: first.number)) == "1")
        scopes.close(first)
        #expect(text(scopes.owner(inScope: first.number)) == "scopeEnded")
    }
}
