/// A size in which a photo can be had.
///
/// https://www.flickr.com/services/api/misc.urls.html
struct FlickrSize {
    /// The letters in `url_z`, `height_z` and `width_z`.
    let name: String
    /// What the file is called by, between the secret and the dot.
    let suffix: String
    let width: Int
    let height: Int
    /// Which of its sides the API gives as a number instead of a string: those it has computed.
    let computed: Computed

    enum Computed {
        case none, height, width, both
    }
}

extension FakeFlickrPhoto {
    /// The sizes a photo has; none is larger than the original.
    var sizes: [FlickrSize] {
        let squares = [("sq", "_s", 75), ("q", "_q", 150)].map { name, suffix, side in
            FlickrSize(
                name: name, suffix: suffix, width: side, height: side, computed: name == "sq" ? .both : .none)
        }
        let longer = max(width, height)
        return squares
            + Self.bounds.filter { $0.longest <= longer }.map { name, suffix, longest in
                FlickrSize(
                    name: name, suffix: suffix, width: width * longest / longer,
                    height: height * longest / longer,
                    computed: ["n", "c", "h", "k"].contains(name)
                        ? (width >= height ? .height : .width) : .none)
            }
    }

    /// The longer side of each size.
    private static let bounds: [(name: String, suffix: String, longest: Int)] = [
        ("t", "_t", 100), ("s", "_m", 240), ("n", "_n", 320), ("m", "", 500), ("z", "_z", 640),
        ("c", "_c", 800),
        ("l", "_b", 1024), ("h", "_h", 1600), ("k", "_k", 2048),
    ]
}
