// `import VerbatimTesting` is all that a test needs: it also imports the types of the parameters of
// `.recording(…)` and `withRecording(…)`, and URLSession, which has a separate module on Linux.
@_exported public import enum VerbatimHAR.HTTPBody
@_exported public import struct VerbatimHAR.HTTPRequest
@_exported public import struct VerbatimHAR.HTTPResponse
@_exported public import struct VerbatimHAR.HeaderFields
@_exported public import enum VerbatimHAR.Outcome
@_exported public import struct VerbatimHAR.TransportFailure
@_exported public import struct VerbatimReplay.FaultRule
@_exported public import struct VerbatimReplay.Faults
@_exported public import struct VerbatimReplay.MatchingRules
@_exported public import class VerbatimReplay.Player
@_exported public import enum VerbatimReplay.RecordingMode
@_exported public import struct VerbatimReplay.Redaction
@_exported public import struct VerbatimReplay.RequestRate
@_exported public import struct VerbatimReplay.Secret
@_exported public import struct VerbatimReplay.Stub
@_exported public import struct VerbatimURLSession.ReplayTiming

#if canImport(FoundationNetworking)
    @_exported public import FoundationNetworking
#else
    @_exported public import Foundation
#endif
