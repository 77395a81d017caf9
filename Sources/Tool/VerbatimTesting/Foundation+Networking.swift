// URLSession lives in a module of its own outside Apple's platforms; files that need nothing else of Foundation see it
// through this one.
#if canImport(FoundationNetworking)
    @_exported public import FoundationNetworking
#else
    @_exported public import Foundation
#endif
