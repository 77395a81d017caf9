/// Something that has to withstand any bytes.
protocol FuzzJob: SendableMetatype {
    /// The word that asks for it.
    static var name: String { get }
    /// Traps when a promise is broken.
    static func run(_ bytes: [UInt8])
}
