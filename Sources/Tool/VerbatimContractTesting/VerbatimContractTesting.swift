@_exported public import VerbatimTesting

// `import VerbatimContractTesting` is all that a test needs: it also imports `VerbatimTesting`, and the types
// of an API.
@_exported public import struct VerbatimAPI.API
@_exported public import struct VerbatimAPI.AccessKey
@_exported public import struct VerbatimAPI.Scenario
@_exported public import struct VerbatimModels.ModelBinding
