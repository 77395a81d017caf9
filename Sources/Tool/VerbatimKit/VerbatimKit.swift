// `import VerbatimKit` is all that a program needs to bind its APIs and to run the commands on them.
@_exported public import VerbatimAPI
@_exported public import VerbatimCommands

@_exported public import struct VerbatimHAR.HTTPRequest
@_exported public import struct VerbatimHAR.HeaderFields
@_exported public import struct VerbatimModels.ModelBinding
@_exported public import struct VerbatimModels.ModelFailure
@_exported public import struct VerbatimModels.ModelReading
@_exported public import struct VerbatimReplay.MatchingRules
@_exported public import struct VerbatimReplay.Redaction
@_exported public import struct VerbatimReplay.RequestRate
@_exported public import struct VerbatimReplay.Secret
