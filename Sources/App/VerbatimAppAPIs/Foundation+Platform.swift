// On Linux, Foundation keeps its networking in a module of its own; sessions come from here on every platform.
#if canImport(FoundationNetworking)
    @_exported public import FoundationNetworking
#else
    @_exported public import Foundation
#endif
