import Foundation

/// A port on 127.0.0.1 that is bound but does not listen until `listen()` is called.
///
/// The port of a stopped server does not suffice: the server of another test may get it.
final class ClosedPort: Sendable {
    /// `http://127.0.0.1:49152`
    let origin: String
    private let descriptor: Int32

    init() throws {
        #if canImport(Glibc)
            let stream = Int32(SOCK_STREAM.rawValue)
        #else
            let stream = SOCK_STREAM
        #endif
        let descriptor = socket(AF_INET, stream, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
            }
        }
        guard isBound else {
            close(descriptor)
            throw POSIXError(.EADDRNOTAVAIL)
        }
        self.descriptor = descriptor
        origin = "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))"
    }

    /// Opens the port, and returns a function that waits for one client and returns its connection.
    func listen() throws -> @Sendable () -> Int32 {
        guard Foundation.listen(descriptor, 1) == 0 else { throw POSIXError(.EADDRNOTAVAIL) }
        return { [self] in accept(descriptor, nil, nil) }
    }

    deinit {
        close(descriptor)
    }
}
