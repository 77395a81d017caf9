// On Linux, networking and XML parsing are separate modules of Foundation.
#if canImport(FoundationNetworking)
    @_exported public import FoundationNetworking
#endif
#if canImport(FoundationXML)
    @_exported public import FoundationXML
#endif
