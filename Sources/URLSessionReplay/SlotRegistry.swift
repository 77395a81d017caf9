import Foundation
import RecordReplay
import Synchronization

/// Which player stands behind which protocol class.
///
/// `URLSessionConfiguration.protocolClasses` takes classes, not objects, so every open door has a class of its own.
/// The classes are made at run time from the generic ``ReplayProtocol`` and the runtime never frees them: a closed
/// door gives its class back. A class waits behind ``quarantine`` others before it serves again, so a session that
/// outlives its door fails closed instead of meeting the player of another test.
final class SlotRegistry: Sendable {
    /// The registry of the process.
    static let shared = SlotRegistry()

    /// Who stands behind a class.
    struct Tenant: Sendable {
        let player: any Answering
        let cookies: HTTPCookieStorage?
    }

    /// A protocol class on loan.
    struct Lease: Sendable {
        let number: Int
        let protocolClass: URLProtocol.Type
    }

    private struct State {
        var tenants: [ObjectIdentifier: Tenant] = [:]
        var returned: [Int] = []
        var made = 0
    }

    private static let quarantine = 1024
    private let state = Mutex(State())

    /// Lends a class.
    func lease(to tenant: Tenant) -> Lease {
        state.withLock { state in
            let number = Self.nextNumber(&state)
            let lease = Lease(number: number, protocolClass: Self.protocolClass(number, Zero.self))
            state.tenants[ObjectIdentifier(lease.protocolClass)] = tenant
            return lease
        }
    }

    /// Takes a class back, once a lease.
    func release(_ lease: Lease) {
        state.withLock { state in
            state.tenants[ObjectIdentifier(lease.protocolClass)] = nil
            state.returned.append(lease.number)
        }
    }

    /// Finds who stands behind a class, or nil when the door is closed.
    func tenant(of protocolClass: AnyClass) -> Tenant? {
        state.withLock { $0.tenants[ObjectIdentifier(protocolClass)] }
    }

    private static func nextNumber(_ state: inout State) -> Int {
        if state.returned.count > quarantine { return state.returned.removeFirst() }
        state.made += 1
        return state.made
    }

    /// Spells a number in types, lowest bit first, one distinct class a number.
    private static func protocolClass<Digits>(_ number: Int, _: Digits.Type) -> URLProtocol.Type {
        if number == 0 { return ReplayProtocol<Digits>.self }
        if number & 1 == 0 { return protocolClass(number >> 1, Even<Digits>.self) }
        return protocolClass(number >> 1, Odd<Digits>.self)
    }
}

private enum Zero {}
private enum Even<Digits> {}
private enum Odd<Digits> {}
