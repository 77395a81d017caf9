/// A book or magazine as Google Books lists it.
///
/// https://developers.google.com/books/docs/v1/reference/volumes
public struct Volume: Sendable, Decodable, Identifiable {
    /// The identifier of the volume in Google Books.
    public let id: String
    /// What the volume is.
    public let volumeInfo: VolumeInfo
    /// How the volume is sold.
    public let saleInfo: SaleInfo?
}
