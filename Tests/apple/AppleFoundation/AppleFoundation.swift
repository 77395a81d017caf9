// Foundation in the shape of Apple's systems: one module, with networking, XML and the C library.
@_exported import AppleDarwin
