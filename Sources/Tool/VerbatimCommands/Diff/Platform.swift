import Foundation

/// Another program, such as git.
///
/// Programs can be run on macOS and Linux only; other systems have no `Process`.
enum ExternalProgram {
    #if os(macOS) || os(Linux)
        /// Whether programs can be run.
        static let isSupported = true

        /// Runs a program that is on the path; returns its output, its messages and its exit code.
        ///
        /// - Parameter words: The name of the program and its arguments.
        /// - Throws: The error of the system if it cannot be run.
        static func run(_ words: [String]) throws -> (output: Data, message: Data, code: Int32) {
            let process = Process()
            let (out, error) = (Pipe(), Pipe())
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments = words
            process.standardOutput = out
            process.standardError = error
            try process.run()
            let output = try out.fileHandleForReading.readToEnd() ?? Data()
            let message = try error.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            return (output, message, process.terminationStatus)
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
        ) throws -> Int32 {
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments = words
            process.environment = environment
            if let folder { process.currentDirectoryURL = folder }
            try withAllSignals { try process.run() }
            let sources = [SIGINT, SIGTERM, SIGHUP].map { number in
                let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
                source.setEventHandler { kill(process.processIdentifier, number) }
                source.activate()
                // Unlike being ignored, a handler is not inherited by other programs.
                signal(number) { _ in }
                return (source, number)
            }
            process.waitUntilExit()
            for (source, number) in sources {
                source.cancel()
                signal(number, SIG_DFL)
            }
            let isSignal = process.terminationReason == .uncaughtSignal
            return isSignal ? 128 + process.terminationStatus : process.terminationStatus
        }

        /// Runs code on a thread that blocks no signals. A program inherits what is blocked, which is nearly
        /// all on the threads of a task: nothing could end it.
        private static func withAllSignals(_ work: () throws -> Void) rethrows {
            var none = sigset_t()
            sigemptyset(&none)
            var blocked = sigset_t()
            pthread_sigmask(SIG_SETMASK, &none, &blocked)
            defer { pthread_sigmask(SIG_SETMASK, &blocked, nil) }
            try work()
        }
    #else
        /// Whether programs can be run.
        static let isSupported = false

        /// Fails, as no program can be run.
        static func run(_ words: [String]) throws -> (output: Data, message: Data, code: Int32) {
            throw CocoaError(.featureUnsupported)
        }

        /// Fails, as no program can be run.
        static func runAttached(
            _ words: [String], environment: [String: String], in folder: URL?
        ) throws -> Int32 {
            throw CocoaError(.featureUnsupported)
        }
    #endif
}
