import Foundation
import Synchronization

/// Another program, such as git.
///
/// Programs can be run on macOS and Linux only; other systems have no `Process`.
enum ExternalProgram {
    #if os(macOS) || os(Linux)
        static let isSupported = true

        /// Runs a program that is on the path; returns its output, its messages and its exit code.
        ///
        /// - Parameter words: The name of the program and its arguments.
        /// - Throws: The error of the system if it cannot be run.
        static func run(_ words: [String]) throws -> (output: Data, message: Data, code: Int32) {
            // Unlike pipes, files never fill up, whichever of them is read first.
            guard let output = tmpfile() else { throw SpawnedProcess.error(errno) }
            defer { fclose(output) }
            guard let message = tmpfile() else { throw SpawnedProcess.error(errno) }
            defer { fclose(message) }
            let process = try SpawnedProcess(
                words, environment: ProcessInfo.processInfo.environment,
                streams: [fileno(output): STDOUT_FILENO, fileno(message): STDERR_FILENO])
            let code = process.wait()
            return (try contents(of: output), try contents(of: message), code)
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

        private static func contents(of file: UnsafeMutablePointer<FILE>) throws -> Data {
            let handle = FileHandle(fileDescriptor: fileno(file), closeOnDealloc: false)
            try handle.seek(toOffset: 0)
            return try handle.readToEnd() ?? Data()
        }

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

        /// Runs a program with the standard streams of this one; returns its exit code, or that of a shell if
        /// a signal ended it.
        ///
        /// The signals that end this program are passed on, so that no program is left running.
        ///
        /// - Parameters:
        ///   - words: The name of the program, which is on the path, and its arguments.
        ///   - folder: The working directory; nil is that of this program.
        /// - Throws: The error of the system if it cannot be run.
        static func runAttached(
            _ words: [String], environment: [String: String], in folder: URL?
        ) async throws -> Int32 {
            let process = try SpawnedProcess(words, environment: environment, folder: folder)
            let signals = PassedSignals(to: process.id)
            defer { signals.stop() }
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

        /// Fails, as no program can be run.
        static func run(_ words: [String]) throws -> (output: Data, message: Data, code: Int32) {
            throw CocoaError(.featureUnsupported)
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
    /// The signals that end this program, which go to another program as long as it runs.
    private struct PassedSignals {
        /// The number of programs to which signals are passed: the last one restores what signals do.
        private static let count = Mutex(0)
        private static let numbers = [SIGINT, SIGTERM, SIGHUP]

        private let sources: [any DispatchSourceSignal]

        init(to process: pid_t) {
            sources = Self.numbers.map { number in
                let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
                source.setEventHandler { kill(process, number) }
                source.activate()
                return source
            }
            Self.count.withLock { count in
                count += 1
                // Unlike being ignored, a handler is not inherited by other programs.
                for number in Self.numbers { signal(number) { _ in } }
            }
        }

        func stop() {
            for source in sources { source.cancel() }
            Self.count.withLock { count in
                count -= 1
                if count == 0 { for number in Self.numbers { signal(number, SIG_DFL) } }
            }
        }
    }

    /// A process that was started with `posix_spawn`.
    ///
    /// `Process` of Foundation on Linux reads beyond the names in `/proc/self/fd` when it starts another
    /// program, and crashes when the memory that follows them is not mapped.
    private struct SpawnedProcess {
        let id: pid_t

        /// Starts a program in a process group of its own, unless it is to read from the terminal.
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
            // A program inherits what is blocked, which is nearly all on the threads of a task: nothing could
            // end it.
            var none = sigset_t()
            sigemptyset(&none)
            posix_spawnattr_setsigmask(&attributes, &none)
            let group = isInForeground ? 0 : Int16(POSIX_SPAWN_SETPGROUP)
            let flags = Int16(POSIX_SPAWN_SETSIGMASK) | group | closing
            posix_spawnattr_setflags(&attributes, flags)
            let shell = ["/bin/sh", "-c", #"cd -- "$0" && exec "$@""#]
            let command = folder.map { shell + [$0.path(percentEncoded: false)] } ?? ["/usr/bin/env"]
            let arguments = (command + words).map { strdup($0) } + [nil]
            let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
            defer { for text in arguments + variables { free(text) } }
            var id: pid_t = 0
            let code = posix_spawn(&id, command[0], &actions, &attributes, arguments, variables)
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

        /// Waits for the end as ``wait()`` does, and keeps no thread from other tasks, which have few.
        func end() async -> Int32 {
            await withCheckedContinuation { end in
                Thread { end.resume(returning: wait()) }.start()
            }
        }

        static func error(_ code: Int32) -> POSIXError { POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO) }
    }
#endif
