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
    #else
        /// Whether programs can be run.
        static let isSupported = false

        /// Fails, as no program can be run.
        static func run(_ words: [String]) throws -> (output: Data, message: Data, code: Int32) {
            throw CocoaError(.featureUnsupported)
        }
    #endif
}
