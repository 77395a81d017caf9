#if canImport(FoundationNetworking)
    @_exported public import FoundationNetworking
#endif
