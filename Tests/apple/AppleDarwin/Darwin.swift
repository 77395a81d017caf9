// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// A model of Apple's module Darwin, for compiling the Darwin branches of this package on Linux. It has
// another name because the code that SwiftPM generates for tests asks `canImport(Darwin)`.
//
// The declarations are written from Apple's open-source headers, whose addresses the files name, with the
// types that Swift's importer gives them. They hide those of Glibc, which is re-exported for the rest: all
// paths from a source file to Glibc lead through this module, and so its declarations take precedence. The
// probe refuses every name of Glibc that `names.txt` does not list as the same on both.
//
// Where the memory or the meaning differs, a function converts, so that tests can run.
@_exported import AppleDarwinTypes

// MARK: - Not on Apple's systems

@available(*, unavailable, message: "Darwin has no MSG_NOSIGNAL: set SO_NOSIGPIPE on the socket")
public var MSG_NOSIGNAL: Int32 { 0 }

@available(*, unavailable, message: "Darwin has no MADV_HUGEPAGE")
public var MADV_HUGEPAGE: Int32 { 0 }
