// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// https://github.com/apple-oss-distributions/xnu/blob/main/bsd/sys/stat.h

public let S_IFMT: mode_t = 0o170000
public let S_IFREG: mode_t = 0o100000
public let S_IFDIR: mode_t = 0o040000
public let S_IFLNK: mode_t = 0o120000

public func stat(_ path: UnsafePointer<CChar>!, _ result: UnsafeMutablePointer<AppleDarwinTypes.stat>!)
    -> Int32
{
    filled(result) { fstatat(AT_FDCWD, path, &$0, 0) }
}

public func lstat(_ path: UnsafePointer<CChar>!, _ result: UnsafeMutablePointer<AppleDarwinTypes.stat>!)
    -> Int32
{
    filled(result) { Glibc.lstat(path, &$0) }
}

public func fstat(_ descriptor: Int32, _ result: UnsafeMutablePointer<AppleDarwinTypes.stat>!) -> Int32 {
    filled(result) { Glibc.fstat(descriptor, &$0) }
}

private func filled(
    _ result: UnsafeMutablePointer<AppleDarwinTypes.stat>, _ call: (inout Glibc.stat) -> Int32
) -> Int32 {
    var status = Glibc.stat()
    guard call(&status) == 0 else { return -1 }
    result.pointee.st_dev = dev_t(truncatingIfNeeded: status.st_dev)
    result.pointee.st_mode = mode_t(truncatingIfNeeded: status.st_mode)
    result.pointee.st_ino = UInt64(status.st_ino)
    result.pointee.st_size = off_t(status.st_size)
    result.pointee.st_mtimespec = status.st_mtim
    return 0
}

public func pread(
    _ descriptor: Int32, _ buffer: UnsafeMutableRawPointer!, _ count: Int, _ offset: off_t
) -> Int { Glibc.pread(descriptor, buffer, count, Int(offset)) }

public func truncate(_ path: UnsafePointer<CChar>!, _ size: off_t) -> Int32 {
    Glibc.truncate(path, Int(size))
}
