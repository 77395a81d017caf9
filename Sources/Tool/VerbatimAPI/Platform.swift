// On Linux, Foundation's networking is a module of its own; `URLSession` comes from here on every platform.
#if canImport(FoundationNetworking)
    @_exported public import FoundationNetworking
#else
    @_exported public import Foundation
#endif
