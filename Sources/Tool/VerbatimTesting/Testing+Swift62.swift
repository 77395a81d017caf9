#if compiler(<6.3)
    import Foundation
    package import Testing

    // What Swift Testing has since 6.3, for 6.2 and Xcode 26.0 to 26.3.

    extension SourceLocation {
        package var filePath: String { _filePath }
    }

    extension Issue {
        /// Swift Testing has severities since 6.3:
        /// https://github.com/swiftlang/swift-evolution/blob/main/proposals/testing/0013-issue-severity-warning.md
        package enum Severity { case warning, error }

        /// Every recorded issue is an error, as warnings are printed.
        package var severity: Severity { .error }
        package var isFailure: Bool { true }

        /// Records an error, or prints a warning.
        package static func record(_ comment: Comment, severity: Severity, sourceLocation: SourceLocation) {
            guard severity == .warning else {
                record(comment, sourceLocation: sourceLocation)
                return
            }
            let text = "\(sourceLocation._filePath):\(sourceLocation.line): warning: \(comment)\n"
            // A warning that cannot be printed does not fail the test.
            _ = try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
        }
    }
#endif
