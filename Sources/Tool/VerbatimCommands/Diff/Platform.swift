import Foundation

// Other programs can be run on macOS and Linux only; other systems have no `Process`.
extension Git {
    #if os(macOS) || os(Linux)
        /// Whether git can be run.
        static let isSupported = true

        /// Runs git; returns its output, its messages and its exit code.
        ///
        /// - Throws: The error of the system if there is no git.
        static func run(_ arguments: [String]) throws -> (output: Data, message: Data, code: Int32) {
            let process = Process()
            let (out, error) = (Pipe(), Pipe())
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments = ["git"] + arguments
            process.standardOutput = out
            process.standardError = error
            try process.run()
            let output = try out.fileHandleForReading.readToEnd() ?? Data()
            let message = try error.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            return (output, message, process.terminationStatus)
        }
    #else
        /// Whether git can be run.
        static let isSupported = false

        /// Fails, as no program can be run.
        static func run(_ arguments: [String]) throws -> (output: Data, message: Data, code: Int32) {
            throw CocoaError(.featureUnsupported)
        }
    #endif
}
