import CVerbatimTestSupport
public import Foundation

/// A fault of one of the system calls on the files below a folder.
public enum SystemCallFault: Sendable, Hashable {
    /// The call fails with an error number, such as `ENOSPC`.
    case error(Int32)
    /// The call and all later ones fail without an effect: for the disk, the process is dead.
    case stop
    /// The process is killed.
    case kill

    /// Whether calls can be made to fail: on Linux, without a sanitizer.
    public static let isSupported = verbatim_faults_supported() != 0

    /// Performs work with the fault at a call.
    ///
    /// - Parameters:
    ///   - call: The number of the call, from 1.
    ///   - folder: The folder; calls on other files are not counted.
    /// - Returns: Whether there were as many calls.
    public func inject(at call: Int, below folder: URL, _ work: () throws -> Void) rethrows -> Bool {
        let watch = arm(call, folder)
        var calls = 0
        do {
            defer { calls = verbatim_faults_disarm(watch) }
            try work()
        }
        return calls >= call
    }

    /// Performs asynchronous work with the fault at a call.
    public func inject(
        at call: Int, below folder: URL, _ work: () async throws -> Void
    ) async rethrows -> Bool {
        let watch = arm(call, folder)
        var calls = 0
        do {
            defer { calls = verbatim_faults_disarm(watch) }
            try await work()
        }
        return calls >= call
    }

    private func arm(_ call: Int, _ folder: URL) -> Int32 {
        let path = folder.path(percentEncoded: false)
        let watch = verbatim_faults_arm(
            path.hasSuffix("/") ? String(path.dropLast()) : path, call, kind, error)
        precondition(watch >= 0, "too many folders are watched at once")
        return watch
    }

    private var kind: verbatim_fault {
        switch self {
        case .error: VERBATIM_FAULT_ONCE
        case .stop: VERBATIM_FAULT_STOP
        case .kill: VERBATIM_FAULT_KILL
        }
    }

    private var error: Int32 {
        if case .error(let number) = self { number } else { EIO }
    }
}
