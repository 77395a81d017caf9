// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// The struct `stat`, in a module below `AppleDarwin`, which has the function `stat`: a module in Swift cannot
// declare both, as the importer of C can.
//
// https://github.com/apple-oss-distributions/xnu/blob/main/bsd/sys/stat.h
// https://github.com/apple-oss-distributions/xnu/blob/main/bsd/sys/_types.h
@_exported import CoreFoundation
@_exported import Dispatch
@_exported import Foundation
@_exported import FoundationNetworking
@_exported import FoundationXML
@_exported import Glibc

public typealias mode_t = UInt16
public typealias dev_t = Int32
public typealias nlink_t = UInt16
public typealias off_t = Int64

/// The names of the times differ from those of Linux.
public struct stat {
    public var st_dev: dev_t = 0
    public var st_mode: mode_t = 0
    public var st_nlink: nlink_t = 0
    public var st_ino: UInt64 = 0
    public var st_uid: uid_t = 0
    public var st_gid: gid_t = 0
    public var st_rdev: dev_t = 0
    public var st_atimespec = timespec()
    public var st_mtimespec = timespec()
    public var st_ctimespec = timespec()
    public var st_birthtimespec = timespec()
    public var st_size: off_t = 0
    public var st_blocks: Int64 = 0
    public var st_blksize: Int32 = 0
    public init() {}
}
