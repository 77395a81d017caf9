// URLSession and its relatives live in a module of their own outside Apple's platforms; every file here sees them
// through this one.
#if canImport(FoundationNetworking)
    @_exported import FoundationNetworking
#endif
