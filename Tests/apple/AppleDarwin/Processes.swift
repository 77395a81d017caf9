// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// https://github.com/apple-oss-distributions/libpthread/blob/main/include/pthread/pthread.h
// https://github.com/apple-oss-distributions/xnu/blob/main/bsd/sys/resource.h
// https://github.com/apple-oss-distributions/xnu/blob/main/osfmk/mach/task_info.h
// https://github.com/apple-oss-distributions/Libc/blob/main/include/time.h

// MARK: - Threads

public struct _opaque_pthread_t {}
public struct _opaque_pthread_attr_t {}
public typealias pthread_t = UnsafeMutablePointer<_opaque_pthread_t>
public typealias pthread_attr_t = _opaque_pthread_attr_t

/// The argument of the function is not optional: the header is audited for nullability.
public func pthread_create(
    _ thread: UnsafeMutablePointer<pthread_t?>!, _ attributes: UnsafePointer<pthread_attr_t>?,
    _ start: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer?,
    _ argument: UnsafeMutableRawPointer?
) -> Int32 {
    typealias Start = @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?
    var id = Glibc.pthread_t()
    let error = Glibc.pthread_create(&id, nil, unsafeBitCast(start, to: Start.self), argument)
    thread.pointee = error == 0 ? pthread_t(bitPattern: UInt(id)) : nil
    return error
}

public func pthread_join(
    _ thread: pthread_t, _ result: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> Int32 { Glibc.pthread_join(linux(thread), result) }

public func pthread_detach(_ thread: pthread_t) -> Int32 { Glibc.pthread_detach(linux(thread)) }

public func pthread_equal(_ one: pthread_t?, _ other: pthread_t?) -> Int32 { one == other ? 1 : 0 }

/// Implicitly unwrapped: a pointer that the header does not annotate.
public func pthread_self() -> pthread_t! { pthread_t(bitPattern: UInt(Glibc.pthread_self())) }

private func linux(_ thread: pthread_t) -> Glibc.pthread_t { Glibc.pthread_t(UInt(bitPattern: thread)) }

// MARK: - Time

/// An enumeration.
public struct clockid_t: RawRepresentable, Equatable, Sendable {
    public var rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    public init(_ rawValue: UInt32) { self.rawValue = rawValue }
}

public var CLOCK_REALTIME: clockid_t { clockid_t(0) }
public var CLOCK_MONOTONIC: clockid_t { clockid_t(6) }
public var CLOCK_PROCESS_CPUTIME_ID: clockid_t { clockid_t(12) }
public var CLOCK_THREAD_CPUTIME_ID: clockid_t { clockid_t(16) }

@discardableResult
public func clock_gettime(_ clock: clockid_t, _ time: UnsafeMutablePointer<timespec>!) -> Int32 {
    switch clock {
    case CLOCK_MONOTONIC: Glibc.clock_gettime(Glibc.CLOCK_MONOTONIC, time)
    case CLOCK_PROCESS_CPUTIME_ID: Glibc.clock_gettime(Glibc.CLOCK_PROCESS_CPUTIME_ID, time)
    case CLOCK_THREAD_CPUTIME_ID: Glibc.clock_gettime(Glibc.CLOCK_THREAD_CPUTIME_ID, time)
    default: Glibc.clock_gettime(Glibc.CLOCK_REALTIME, time)
    }
}

public typealias suseconds_t = Int32

public struct timeval {
    public var tv_sec: time_t = 0
    public var tv_usec: suseconds_t = 0
    public init() {}
    public init(tv_sec: time_t, tv_usec: suseconds_t) {
        self.tv_sec = tv_sec
        self.tv_usec = tv_usec
    }
}

// MARK: - Memory of the process

public let RUSAGE_SELF: Int32 = 0
public let RLIMIT_NOFILE: Int32 = 8

public struct rusage {
    public var ru_utime = timeval()
    public var ru_stime = timeval()
    /// In bytes, unlike on Linux.
    public var ru_maxrss = 0
    public init() {}
}

@discardableResult
public func getrusage(_ who: Int32, _ usage: UnsafeMutablePointer<rusage>!) -> Int32 {
    var linux = Glibc.rusage()
    let result = Glibc.getrusage(RUSAGE_SELF, &linux)
    usage.pointee.ru_maxrss = linux.ru_maxrss * 1024
    return result
}

/// The number of the only resource in use, on Linux.
private let linuxDescriptors = Int32(Glibc.RLIMIT_NOFILE.rawValue)

public typealias rlim_t = UInt64

public struct rlimit {
    public var rlim_cur: rlim_t = 0
    public var rlim_max: rlim_t = 0
    public init() {}
}

@discardableResult
public func getrlimit(_ resource: Int32, _ limit: UnsafeMutablePointer<rlimit>!) -> Int32 {
    var linux = Glibc.rlimit()
    let result = Glibc.getrlimit(linuxDescriptors, &linux)
    limit.pointee.rlim_cur = rlim_t(linux.rlim_cur)
    limit.pointee.rlim_max = rlim_t(linux.rlim_max)
    return result
}

@discardableResult
public func setrlimit(_ resource: Int32, _ limit: UnsafePointer<rlimit>!) -> Int32 {
    var linux = Glibc.rlimit()
    linux.rlim_cur = Glibc.rlim_t(limit.pointee.rlim_cur)
    linux.rlim_max = Glibc.rlim_t(limit.pointee.rlim_max)
    return Glibc.setrlimit(linuxDescriptors, &linux)
}

public typealias natural_t = UInt32
public typealias integer_t = Int32
public typealias kern_return_t = Int32
public typealias mach_port_t = UInt32
public typealias task_name_t = mach_port_t
public typealias task_flavor_t = natural_t
public typealias task_info_t = UnsafeMutablePointer<integer_t>
public typealias mach_msg_type_number_t = natural_t
public typealias mach_vm_size_t = UInt64

public let KERN_SUCCESS: Int32 = 0
public let MACH_TASK_BASIC_INFO: Int32 = 20

/// A global variable in C: an error in Swift 6 unless the import is `@preconcurrency`.
public var mach_task_self_: mach_port_t = 0

public struct time_value_t {
    public var seconds: integer_t = 0
    public var microseconds: integer_t = 0
    public init() {}
}

public struct mach_task_basic_info {
    public var virtual_size: mach_vm_size_t = 0
    public var resident_size: mach_vm_size_t = 0
    public var resident_size_max: mach_vm_size_t = 0
    public var user_time = time_value_t()
    public var system_time = time_value_t()
    public var policy: Int32 = 0
    public var suspend_count: integer_t = 0
    public init() {}
}

/// Fails: there is no such call on Linux.
public func task_info(
    _ task: task_name_t, _ flavor: task_flavor_t, _ info: task_info_t!,
    _ count: UnsafeMutablePointer<mach_msg_type_number_t>!
) -> kern_return_t { 5 }

public let TASK_VM_INFO: Int32 = 22

/// Some of its members.
public struct task_vm_info {
    public var virtual_size: mach_vm_size_t = 0
    public var region_count: integer_t = 0
    public var page_size: integer_t = 0
    public var resident_size: mach_vm_size_t = 0
    public var phys_footprint: mach_vm_size_t = 0
    public init() {}
}

public typealias task_vm_info_data_t = task_vm_info

// MARK: - Starting programs

// https://github.com/apple-oss-distributions/xnu/blob/main/libsyscall/wrappers/spawn/spawn.h
// https://github.com/apple-oss-distributions/xnu/blob/main/bsd/sys/spawn.h

public typealias posix_spawnattr_t = UnsafeMutableRawPointer
public typealias posix_spawn_file_actions_t = UnsafeMutableRawPointer

public let POSIX_SPAWN_SETPGROUP: Int32 = 0x2
public let POSIX_SPAWN_SETSIGMASK: Int32 = 0x8
public let POSIX_SPAWN_CLOEXEC_DEFAULT: Int32 = 0x4000

@discardableResult
public func posix_spawn_file_actions_init(
    _ actions: UnsafeMutablePointer<posix_spawn_file_actions_t?>!
) -> Int32 {
    let own = UnsafeMutablePointer<Glibc.posix_spawn_file_actions_t>.allocate(capacity: 1)
    actions.pointee = UnsafeMutableRawPointer(own)
    return Glibc.posix_spawn_file_actions_init(own)
}

@discardableResult
public func posix_spawn_file_actions_destroy(
    _ actions: UnsafeMutablePointer<posix_spawn_file_actions_t?>!
) -> Int32 {
    defer { actions.pointee?.deallocate() }
    return Glibc.posix_spawn_file_actions_destroy(own(actions))
}

@discardableResult
public func posix_spawn_file_actions_adddup2(
    _ actions: UnsafeMutablePointer<posix_spawn_file_actions_t?>!, _ descriptor: Int32, _ target: Int32
) -> Int32 {
    Glibc.posix_spawn_file_actions_adddup2(own(actions), descriptor, target)
}

private func own(
    _ actions: UnsafePointer<posix_spawn_file_actions_t?>
) -> UnsafeMutablePointer<Glibc.posix_spawn_file_actions_t>! {
    actions.pointee?.assumingMemoryBound(to: Glibc.posix_spawn_file_actions_t.self)
}

@discardableResult
public func posix_spawnattr_init(_ attributes: UnsafeMutablePointer<posix_spawnattr_t?>!) -> Int32 {
    let own = UnsafeMutablePointer<Glibc.posix_spawnattr_t>.allocate(capacity: 1)
    attributes.pointee = UnsafeMutableRawPointer(own)
    return Glibc.posix_spawnattr_init(own)
}

@discardableResult
public func posix_spawnattr_destroy(_ attributes: UnsafeMutablePointer<posix_spawnattr_t?>!) -> Int32 {
    defer { attributes.pointee?.deallocate() }
    return Glibc.posix_spawnattr_destroy(ownAttributes(attributes))
}

@discardableResult
public func posix_spawnattr_setsigmask(
    _ attributes: UnsafeMutablePointer<posix_spawnattr_t?>!, _ mask: UnsafePointer<sigset_t>!
) -> Int32 {
    var own = own(mask.pointee)
    return Glibc.posix_spawnattr_setsigmask(ownAttributes(attributes), &own)
}

@discardableResult
public func pthread_sigmask(
    _ how: Int32, _ mask: UnsafePointer<sigset_t>!, _ old: UnsafeMutablePointer<sigset_t>!
) -> Int32 {
    var own = own(mask.pointee)
    return Glibc.pthread_sigmask(how, &own, nil)
}

private func own(_ mask: sigset_t) -> Glibc.sigset_t {
    var own = Glibc.sigset_t()
    _ = Glibc.sigemptyset(&own)
    for number in 1...Int32(31) where mask & 1 << UInt32(number - 1) != 0 {
        _ = Glibc.sigaddset(&own, number)
    }
    return own
}

/// https://github.com/apple-oss-distributions/xnu/blob/main/bsd/sys/_types/_sigset_t.h
public typealias sigset_t = UInt32

@discardableResult
public func sigemptyset(_ set: UnsafeMutablePointer<sigset_t>!) -> Int32 {
    set.pointee = 0
    return 0
}

/// Linux has no flag that closes all other descriptors.
@discardableResult
public func posix_spawnattr_setflags(
    _ attributes: UnsafeMutablePointer<posix_spawnattr_t?>!, _ flags: Int16
) -> Int32 {
    Glibc.posix_spawnattr_setflags(
        ownAttributes(attributes), flags & ~Int16(truncatingIfNeeded: POSIX_SPAWN_CLOEXEC_DEFAULT))
}

private func ownAttributes(
    _ attributes: UnsafePointer<posix_spawnattr_t?>
) -> UnsafeMutablePointer<Glibc.posix_spawnattr_t>! {
    attributes.pointee?.assumingMemoryBound(to: Glibc.posix_spawnattr_t.self)
}

public func posix_spawnp(
    _ process: UnsafeMutablePointer<pid_t>!, _ path: UnsafePointer<CChar>!,
    _ actions: UnsafePointer<posix_spawn_file_actions_t?>!,
    _ attributes: UnsafePointer<posix_spawnattr_t?>!,
    _ arguments: UnsafePointer<UnsafeMutablePointer<CChar>?>!,
    _ environment: UnsafePointer<UnsafeMutablePointer<CChar>?>!
) -> Int32 {
    Glibc.posix_spawnp(process, path, own(actions), ownAttributes(attributes), arguments, environment)
}
