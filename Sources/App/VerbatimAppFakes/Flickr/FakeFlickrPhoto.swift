/// A photo of the catalogue; photographers and pictures are invented.
struct FakeFlickrPhoto {
    struct Owner {
        let id: String
        let name: String
        /// The name in addresses, if one was chosen.
        var alias: String?
    }

    let id: String
    let owner: Owner
    let title: String
    /// When it was taken, by the camera's clock.
    let taken: String
    /// How exact that is: 0 to the second, 4 the month, 6 the year, 8 about.
    var granularity = "0"
    var takenIsUnknown = false
    /// Seconds since 1970.
    let uploaded: Int
    /// The original, in pixels.
    let width: Int
    let height: Int
    var tags = ""
    var description = ""

    var secret: String { StableRandom(id).hexadecimal(10) }

    /// The address of a size on the host of the pictures.
    func path(_ size: FlickrSize) -> String {
        "/65535/\(id)_\(secret)\(size.suffix).jpg"
    }
}
