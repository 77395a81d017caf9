import Foundation
import Synchronization
import VerbatimReplay

/// Protocol classes on loan, and the player behind each.
///
/// `URLSessionConfiguration.protocolClasses` takes classes, not objects, so every open door has a class of its own. The
/// classes are made at run time from generic ones and the runtime never frees them: a closed door gives its class back.
/// A class waits behind others before it serves again, so a session that outlives its door fails closed instead of
/// meeting the player of another test.
final class ProtocolSlots: Sendable {
    /// Who stands behind a class.
    final class Tenant: Sendable {
        let player: any Responder
        let pace: Pace
        let cookies: HTTPCookieStorage?

        init(player: any Responder, pace: Pace, cookies: HTTPCookieStorage?) {
            self.player = player
            self.pace = pace
            self.cookies = cookies
        }
    }

    /// A protocol class on loan; no other lease has the same serial number.
    struct Lease: Sendable, Equatable {
        let slot: Int
        let serial: Int
        let protocolClass: ReplayURLProtocol.Type

        static func == (a: Lease, b: Lease) -> Bool { a.serial == b.serial }
    }

    private struct State {
        var tenants: [ObjectIdentifier: (lease: Lease, tenant: Tenant)] = [:]
        var returned: [Int] = []
        var made = 0
        var leases = 0
    }

    private let protocolClass: @Sendable (Int) -> ReplayURLProtocol.Type
    private let state = Mutex(State())

    /// Classes that wait before one of them is lent again.
    private static let quarantine = 1024

    /// Creates slots; the closure makes the class of a slot, from 0, always the same one for the same slot.
    init(protocolClass: @escaping @Sendable (Int) -> ReplayURLProtocol.Type) {
        self.protocolClass = protocolClass
    }

    /// Lends a class.
    func lease(to tenant: Tenant) -> Lease {
        state.withLock { state in
            let isRested = state.returned.count > Self.quarantine
            return lend(isRested ? state.returned.removeFirst() : state.made, to: tenant, &state)
        }
    }

    /// Lends one of so many classes, or nil when all are lent.
    func lease(among count: Int, to tenant: Tenant) -> Lease? {
        state.withLock { state in
            if state.made < count { return lend(state.made, to: tenant, &state) }
            return state.returned.isEmpty ? nil : lend(state.returned.removeFirst(), to: tenant, &state)
        }
    }

    /// Takes a class back; without effect the second time.
    func release(_ lease: Lease) {
        state.withLock { state in
            let key = ObjectIdentifier(lease.protocolClass)
            guard state.tenants[key]?.lease == lease else { return }
            state.tenants[key] = nil
            state.returned.append(lease.slot)
        }
    }

    /// Finds who stands behind a class, or nil when the door is closed.
    func tenant(of protocolClass: ReplayURLProtocol.Type) -> Tenant? {
        state.withLock { $0.tenants[ObjectIdentifier(protocolClass)]?.tenant }
    }

    /// Whether a class is still on loan.
    func holds(_ lease: Lease) -> Bool {
        state.withLock { $0.tenants[ObjectIdentifier(lease.protocolClass)]?.lease == lease }
    }

    private func lend(_ slot: Int, to tenant: Tenant, _ state: inout State) -> Lease {
        state.made = max(state.made, slot + 1)
        state.leases += 1
        let lease = Lease(slot: slot, serial: state.leases, protocolClass: protocolClass(slot))
        state.tenants[ObjectIdentifier(lease.protocolClass)] = (lease, tenant)
        return lease
    }
}

/// A type a number: its binary digits, the lowest first.
enum NumberedType {
    private enum End {}
    private enum Zero<Rest> {}
    private enum One<Rest> {}

    /// Makes the type of a number, always the same one for the same number.
    static func of(_ number: Int) -> any Any.Type { digits(number, End.self) }

    private static func digits<Rest>(_ number: Int, _: Rest.Type) -> any Any.Type {
        if number == 0 { return Rest.self }
        if number & 1 == 0 { return digits(number >> 1, Zero<Rest>.self) }
        return digits(number >> 1, One<Rest>.self)
    }
}
