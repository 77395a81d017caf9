package import Foundation
import Synchronization

/// Another program, such as git.
///
/// Programs can be run on macOS and Linux only; other systems have no `Process`.
package enum ExternalProgram {
    /// Runs a program that is on the path; returns its output, its messages and its exit code.
    ///
    /// - Parameters:
    ///   - words: The name of the program and its arguments.
    ///   - input: The standard input; nil is that of this program.
    /// - Throws: The error of the system if it cannot be run.
    package static func run(
        _ words: [String], input: Data? = nil
    ) throws -> (output: Data, message: Data, code: Int32) { try Run(words, input: input).end() }

    #if os(macOS) || os(Linux)
        static let isSupported = true

        /// A run of a program that is on the path, beside this one.
        final class Run {
            private let process: SpawnedProcess
            // Unlike pipes, files never fill up, whichever of them is read first.
            private let (output, message): (NamelessFile, NamelessFile)
            private lazy var code = process.wait()

            /// Starts a program, as ``ExternalProgram/run(_:input:)`` does.
            init(_ words: [String], input: Data? = nil) throws {
                (output, message) = (try NamelessFile(), try NamelessFile())
                var streams = [output.descriptor: STDOUT_FILENO, message.descriptor: STDERR_FILENO]
                let file = try input.map(NamelessFile.init)
                if let file { streams[file.descriptor] = STDIN_FILENO }
                defer { withExtendedLifetime(file) {} }
                process = try SpawnedProcess(
                    words, environment: ProcessInfo.processInfo.environment, streams: streams)
            }

            /// Waits, so that no process is left.
            deinit { _ = code }

            /// Waits for the end; returns the output of the program, its messages and its exit code.
            func end() throws -> (output: Data, message: Data, code: Int32) {
                let code = code
                return (try output.contents(), try message.contents(), code)
            }
        }

        /// Starts a program without the streams of this one, and waits for its end for some seconds.
        ///
        /// A browser that is not running yet ends when its last window is closed, which nothing waits for.
        ///
        /// - Returns: The exit code, or nil if the program still runs.
        /// - Throws: The error of the system if it cannot be started.
        static func start(_ words: [String], environment: [String: String]) async throws -> Int32? {
            let quiet = ["sh", "-c", #"exec "$0" "$@" < /dev/null > /dev/null 2>&1"#]
            let process = try SpawnedProcess(quiet + words, environment: environment)
            for _ in 0..<startupLooks {
                if let code = process.endedCode { return code }
                try await Task.sleep(for: .milliseconds(20))
            }
            return nil
        }

        /// The number of looks at a program that was started: for three seconds.
        private static let startupLooks = 150

        /// Whether a shell finds a program of a name: at a path, or in the folders of `PATH`.
        ///
        /// - Parameter folder: The working directory; nil is that of this program.
        static func exists(_ name: String, environment: [String: String], in folder: URL?) -> Bool {
            let folders =
                name.contains("/")
                ? [""] : (environment["PATH"] ?? "/usr/bin:/bin").components(separatedBy: ":")
            return folders.contains { path in
                let url = URL(filePath: path.isEmpty ? name : "\(path)/\(name)", relativeTo: folder)
                return FileManager.default.isExecutableFile(atPath: url.path(percentEncoded: false))
            }
        }

        /// Runs a program with the standard streams and the terminal of this one; returns its exit code, or
        /// that of a shell if a signal ended it.
        ///
        /// The signals that end this program end the other one, so that no program is left running.
        ///
        /// - Parameters:
        ///   - words: The name of the program, which is on the path, and its arguments.
        ///   - folder: The working directory; nil is that of this program.
        /// - Throws: The error of the system if it cannot be run.
        static func runAttached(
            _ words: [String], environment: [String: String], in folder: URL?
        ) async throws -> Int32 {
            let process = try PassedSignals.start {
                try SpawnedProcess(words, environment: environment, folder: folder, isInForeground: true)
            }
            defer { PassedSignals.stop() }
            return await process.end()
        }

        /// Runs a program that has the terminal to itself, such as an editor; returns its exit code.
        ///
        /// - Throws: The error of the system if it cannot be started.
        static func runInForeground(_ words: [String], environment: [String: String]) throws -> Int32 {
            // Control-C is for the program. Unlike being ignored, a handler is not inherited.
            for number in [SIGINT, SIGQUIT] { signal(number) { _ in } }
            defer { for number in [SIGINT, SIGQUIT] { signal(number, SIG_DFL) } }
            return try SpawnedProcess(words, environment: environment, isInForeground: true).wait()
        }
    #else
        static let isSupported = false

        static func runInForeground(_ words: [String], environment: [String: String]) throws -> Int32 {
            throw CocoaError(.featureUnsupported)
        }

        /// Never exists, as no program can be run.
        final class Run {
            init(_ words: [String], input: Data? = nil) throws { throw CocoaError(.featureUnsupported) }

            func end() throws -> (output: Data, message: Data, code: Int32) {
                throw CocoaError(.featureUnsupported)
            }
        }

        /// Fails, as no program can be run.
        static func start(_ words: [String], environment: [String: String]) async throws -> Int32? {
            throw CocoaError(.featureUnsupported)
        }

        static func exists(_ name: String, environment: [String: String], in folder: URL?) -> Bool { false }

        /// Fails, as no program can be run.
        static func runAttached(
            _ words: [String], environment: [String: String], in folder: URL?
        ) async throws -> Int32 {
            throw CocoaError(.featureUnsupported)
        }
    #endif
}

#if os(macOS) || os(Linux)
    /// A file that has no name, and is gone once it is released.
    private final class NamelessFile {
        private let file: UnsafeMutablePointer<FILE>

        /// Creates a file of some bytes, which is read from its beginning.
        init(_ bytes: Data = Data()) throws {
            guard let file = tmpfile() else { throw SpawnedProcess.error(errno) }
            self.file = file
            try handle.write(contentsOf: bytes)
            try handle.seek(toOffset: 0)
        }

        deinit { fclose(file) }

        var descriptor: Int32 { fileno(file) }

        private var handle: FileHandle { FileHandle(fileDescriptor: descriptor, closeOnDealloc: false) }

        func contents() throws -> Data {
            try handle.seek(toOffset: 0)
            return try handle.readToEnd() ?? Data()
        }
    }

    /// The signals that end this program, which go to another program as long as it runs.
    ///
    /// A terminal sends those of its keys to both programs, and the other one gets them once. A dispatch
    /// source would not do: it does not see a signal that a thread gets which does not block it.
    private enum PassedSignals {
        private static let numbers = [SIGINT, SIGQUIT, SIGTERM, SIGHUP]
        /// The number of programs to which signals are passed: the last one restores what signals do.
        private static let count = Mutex(0)
        /// The newest of these programs; 0 while it is being started.
        private static let program = Atomic<pid_t>(0)
        /// The signal that came before the program was started; 0 for none.
        private static let early = Atomic<Int32>(0)

        /// Starts a program that gets the signals until ``stop()``.
        static func start(_ makeProcess: () throws -> SpawnedProcess) throws -> SpawnedProcess {
            count.withLock { $0 += 1 }
            program.store(0, ordering: .sequentiallyConsistent)
            // Unlike being ignored, a handler is not inherited by other programs.
            for number in numbers { signal(number) { PassedSignals.pass($0) } }
            do {
                let process = try makeProcess()
                program.store(process.id, ordering: .sequentiallyConsistent)
                let number = early.exchange(0, ordering: .sequentiallyConsistent)
                if number > 0 { pass(number) }
                return process
            } catch {
                stop()
                throw error
            }
        }

        static func stop() {
            count.withLock { count in
                count -= 1
                if count == 0 { for number in numbers { signal(number, SIG_DFL) } }
            }
        }

        /// Passes a signal on. A handler may call only what POSIX allows in one.
        private static func pass(_ number: Int32) {
            let error = errno
            defer { errno = error }
            guard !isFromTerminal(number) else { return }
            let process = program.load(ordering: .sequentiallyConsistent)
            if process > 0 {
                kill(process, number)
            } else {
                early.store(number, ordering: .sequentiallyConsistent)
            }
        }

        /// Whether the keys of the terminal send a signal to this program and those that it started.
        private static func isFromTerminal(_ number: Int32) -> Bool {
            guard number == SIGINT || number == SIGQUIT else { return false }
            let terminal = open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC)
            guard terminal >= 0 else { return false }
            defer { close(terminal) }
            return tcgetpgrp(terminal) == getpgrp()
        }
    }

    /// A process that was started with `posix_spawnp`.
    ///
    /// `Process` of Foundation on Linux reads beyond the names in `/proc/self/fd` when it starts another
    /// program, and crashes when the memory that follows them is not mapped.
    private struct SpawnedProcess {
        let id: pid_t

        /// Starts a program in a process group of its own, unless it is to use the terminal, which stops any
        /// other group that reads from it.
        ///
        /// - Parameters:
        ///   - words: The name of the program, which is on the path, and its arguments.
        ///   - streams: The descriptors of the program, by those here that they duplicate.
        ///   - folder: The working directory; nil is that of this program.
        /// - Throws: The error of the system if it cannot be started.
        init(
            _ words: [String], environment: [String: String], streams: [Int32: Int32] = [:],
            folder: URL? = nil, isInForeground: Bool = false
        ) throws {
            #if os(macOS)
                var (actions, attributes): (posix_spawn_file_actions_t?, posix_spawnattr_t?) = (nil, nil)
                let closing = Int16(truncatingIfNeeded: POSIX_SPAWN_CLOEXEC_DEFAULT)
            #else
                var (actions, attributes) = (posix_spawn_file_actions_t(), posix_spawnattr_t())
                let closing: Int16 = 0
            #endif
            posix_spawn_file_actions_init(&actions)
            defer { posix_spawn_file_actions_destroy(&actions) }
            posix_spawnattr_init(&attributes)
            defer { posix_spawnattr_destroy(&attributes) }
            let inherited = [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO].map { ($0, $0) }
            for (own, target) in inherited.filter({ !streams.values.contains($0.1) })
                + streams.map({ ($0, $1) })
            {
                posix_spawn_file_actions_adddup2(&actions, own, target)
            }
            // A program inherits what is blocked, nearly all on the threads of a task: nothing could end it.
            var none = sigset_t()
            sigemptyset(&none)
            posix_spawnattr_setsigmask(&attributes, &none)
            let group = isInForeground ? 0 : Int16(POSIX_SPAWN_SETPGROUP)
            let flags = Int16(POSIX_SPAWN_SETSIGMASK) | group | closing
            posix_spawnattr_setflags(&attributes, flags)
            let shell = ["/bin/sh", "-c", #"cd -- "$0" && exec "$@""#]
            let command = (folder.map { shell + [$0.path(percentEncoded: false)] } ?? []) + words
            let arguments = command.map { strdup($0) } + [nil]
            let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
            defer { for text in arguments + variables { free(text) } }
            var id: pid_t = 0
            let code = posix_spawnp(&id, command[0], &actions, &attributes, arguments, variables)
            guard code == 0 else { throw Self.error(code) }
            self.id = id
        }

        /// Waits for the end; returns the exit code, or that of a shell if a signal ended the process.
        func wait() -> Int32 {
            var status: Int32 = 0
            while waitpid(id, &status, 0) < 0, errno == EINTR {}
            return Self.code(of: status)
        }

        /// The exit code, as ``wait()`` returns it; nil if the process still runs. It is known once.
        var endedCode: Int32? {
            var status: Int32 = 0
            return waitpid(id, &status, WNOHANG) == id ? Self.code(of: status) : nil
        }

        private static func code(of status: Int32) -> Int32 {
            let signal = status & 0x7F
            return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
        }

        /// Waits for the end as ``wait()`` does, and keeps no thread from other tasks, which have few. The
        /// thread that waits gets the signals, which those of tasks block.
        func end() async -> Int32 {
            await withCheckedContinuation { end in
                Thread {
                    var none = sigset_t()
                    sigemptyset(&none)
                    pthread_sigmask(SIG_SETMASK, &none, nil)
                    end.resume(returning: wait())
                }.start()
            }
        }

        static func error(_ code: Int32) -> POSIXError { POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO) }
    }
#endif
