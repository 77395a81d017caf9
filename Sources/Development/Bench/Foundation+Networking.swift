// Makes URLSession available to all files of the module. Foundation contains it on Apple's platforms only.
#if canImport(FoundationNetworking)
    @_exported import FoundationNetworking
#endif
