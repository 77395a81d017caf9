// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// https://github.com/apple-oss-distributions/xnu/blob/main/bsd/sys/socket.h
// https://github.com/apple-oss-distributions/xnu/blob/main/bsd/netinet/in.h

// Macros, which are imported as Int32; Glibc has enumerations for them.
public let SOCK_STREAM: Int32 = 1
public let SHUT_RD: Int32 = 0
public let SHUT_WR: Int32 = 1
public let SHUT_RDWR: Int32 = 2
public let IPPROTO_TCP: Int32 = 6
public let SO_NOSIGPIPE: Int32 = 0x1022

public typealias sa_family_t = UInt8

public struct sockaddr {
    public var sa_len: UInt8 = 0
    public var sa_family: sa_family_t = 0
    var data: (UInt64, UInt32, UInt16) = (0, 0, 0)
    public init() {}
}

public struct sockaddr_in {
    public var sin_len: UInt8 = 0
    public var sin_family: sa_family_t = 0
    public var sin_port: in_port_t = 0
    public var sin_addr = in_addr()
    var sin_zero: UInt64 = 0
    public init() {}
}

public func bind(_ socket: Int32, _ address: UnsafePointer<sockaddr>!, _ length: socklen_t) -> Int32 {
    withLinuxAddress(address, length) { Glibc.bind(socket, $0, length) }
}

public func connect(_ socket: Int32, _ address: UnsafePointer<sockaddr>!, _ length: socklen_t) -> Int32 {
    withLinuxAddress(address, length) { Glibc.connect(socket, $0, length) }
}

public func getsockname(
    _ socket: Int32, _ address: UnsafeMutablePointer<sockaddr>!, _ length: UnsafeMutablePointer<socklen_t>!
) -> Int32 {
    let bytes = UnsafeMutableRawPointer(address)
    let result = Glibc.getsockname(socket, bytes?.assumingMemoryBound(to: Glibc.sockaddr.self), length)
    guard result == 0, let bytes else { return result }
    let family = bytes.load(as: UInt16.self)
    bytes.storeBytes(of: UInt8(truncatingIfNeeded: length.pointee), as: UInt8.self)
    bytes.storeBytes(of: UInt8(truncatingIfNeeded: family), toByteOffset: 1, as: UInt8.self)
    return result
}

/// Accepts SO_NOSIGPIPE, which Linux does not have: the signal is ignored in the whole process.
@discardableResult
public func setsockopt(
    _ socket: Int32, _ level: Int32, _ option: Int32, _ value: UnsafeRawPointer!, _ length: socklen_t
) -> Int32 {
    guard level == SOL_SOCKET, option == SO_NOSIGPIPE else {
        return Glibc.setsockopt(socket, level, option, value, length)
    }
    _ = signal(SIGPIPE, SIG_IGN)
    return 0
}

/// Calls a function with a copy of an address whose family has two bytes.
private func withLinuxAddress(
    _ address: UnsafePointer<sockaddr>, _ length: socklen_t, _ call: (UnsafePointer<Glibc.sockaddr>) -> Int32
) -> Int32 {
    let family = UInt16(address.pointee.sa_family)
    return withUnsafeTemporaryAllocation(byteCount: Int(length), alignment: 8) { copy in
        copy.copyMemory(from: UnsafeRawBufferPointer(start: address, count: Int(length)))
        copy.storeBytes(of: family, as: UInt16.self)
        return copy.withMemoryRebound(to: Glibc.sockaddr.self) { $0.baseAddress.map { call($0) } ?? -1 }
    }
}
