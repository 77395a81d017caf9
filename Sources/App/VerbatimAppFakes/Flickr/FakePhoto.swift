/// A photo.
///
/// Together, the photos include one without a title, titles of digits, with characters to escape and in other
/// scripts, dates known to the month, approximately and not at all, an original smaller than 640 pixels, and
/// one whose numbers are numbers.
struct FakePhoto: Decodable {
    struct Owner: Decodable {
        let id: String
        let name: String
        /// The name in URLs.
        let pathAlias: String?
    }

    let id: String
    let owner: Owner
    let title: String
    /// The time on the camera's clock.
    let dateTaken: String
    /// The precision of the date: 0 is a second, 4 a month, 6 a year, and 8 approximate.
    let dateTakenGranularity: String
    let dateTakenIsUnknown: Bool
    /// Seconds since 1970.
    let dateUploaded: Int
    /// The width of the original in pixels.
    let width: Int
    /// The height of the original in pixels.
    let height: Int
    let tags: String
    let description: String
    /// Whether the numbers that used to be strings are numbers, as now and then since 2015; nil is false.
    let hasNumbers: Bool?

    var secret: String { StableRandom(id).hexadecimal(10) }

    /// Returns the path of an image on the host of the images.
    func path(_ size: FakePhotoSize) -> String {
        "/65535/\(id)_\(secret)\(size.suffix).jpg"
    }
}

/// An available size of a photo.
///
/// https://www.flickr.com/services/api/misc.urls.html
struct FakePhotoSize {
    /// The letters in `url_z`, `height_z` and `width_z`.
    let name: String
    /// The part of the file name between the secret and the extension.
    let suffix: String
    let width: Int
    let height: Int
    /// The sides that the API computes, and writes as numbers instead of strings.
    let computedSides: ComputedSides

    enum ComputedSides {
        case none, height, width, both
    }
}

extension FakePhoto {
    /// The available sizes, none of which is larger than the original.
    var sizes: [FakePhotoSize] {
        let squares = [("sq", "_s", 75), ("q", "_q", 150)].map { name, suffix, side in
            FakePhotoSize(
                name: name, suffix: suffix, width: side, height: side,
                computedSides: name == "sq" ? .both : .none)
        }
        let longer = max(width, height)
        return squares
            + Self.bounds.filter { $0.longest <= longer }.map { name, suffix, longest in
                FakePhotoSize(
                    name: name, suffix: suffix, width: width * longest / longer,
                    height: height * longest / longer,
                    computedSides: ["n", "c", "h", "k"].contains(name)
                        ? (width >= height ? .height : .width) : .none)
            }
    }

    /// The length of the longer side of each size.
    private static let bounds: [(name: String, suffix: String, longest: Int)] = [
        ("t", "_t", 100), ("s", "_m", 240), ("n", "_n", 320), ("m", "", 500), ("z", "_z", 640),
        ("c", "_c", 800),
        ("l", "_b", 1024), ("h", "_h", 1600), ("k", "_k", 2048),
    ]
}
