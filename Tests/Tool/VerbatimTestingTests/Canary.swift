import Foundation

/// A port on 127.0.0.1 that accepts connections of any protocol, to prove that there were none.
///
/// The kernel completes a connection before the listener sees it, so that none is missed or counted late. A
/// client gets no answer.
final class Canary: Sendable {
    /// `127.0.0.1:49152`
    let host: String
    private let descriptor: Int32

    init() throws {
        let descriptor = socket(AF_INET, Platform.stream, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
                    && listen(descriptor, 16) == 0 && fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0
            }
        }
        guard isListening else {
            close(descriptor)
            throw POSIXError(.EADDRNOTAVAIL)
        }
        self.descriptor = descriptor
        host = "127.0.0.1:\(UInt16(bigEndian: address.sin_port))"
    }

    deinit {
        close(descriptor)
    }

    /// Returns the number of connections since the last call.
    func connections() -> Int {
        var count = 0
        while true {
            let connection = accept(descriptor, nil, nil)
            guard connection >= 0 else { return count }
            close(connection)
            count += 1
        }
    }
}
