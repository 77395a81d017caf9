// On Linux, Foundation keeps its networking and its XML parser in modules of their own.
#if canImport(FoundationNetworking)
    @_exported public import FoundationNetworking
#endif
#if canImport(FoundationXML)
    @_exported public import FoundationXML
#endif
