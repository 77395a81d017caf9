import VerbatimJSON

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

    private var secret: String { StableRandom(id).hexadecimal(10) }
}

// MARK: - Sizes

extension FakePhoto {
    /// An available size of a photo.
    ///
    /// https://www.flickr.com/services/api/misc.urls.html
    struct Size {
        /// The letters in `url_z`, `height_z` and `width_z`.
        let name: String
        /// The part of the file name between the secret and the extension.
        let suffix: String
        let width: Int
        let height: Int
        /// Whether the API computes the width, and writes it as a number instead of a string.
        var computesWidth = false
        /// Whether the API computes the height, and writes it as a number instead of a string.
        var computesHeight = false
    }

    /// The length of the longer side of each size, and whether the API computes the shorter one.
    private static let bounds: [(name: String, suffix: String, longest: Int, isComputed: Bool)] = [
        ("t", "_t", 100, false), ("s", "_m", 240, false), ("n", "_n", 320, true), ("m", "", 500, false),
        ("z", "_z", 640, false), ("c", "_c", 800, true), ("l", "_b", 1024, false), ("h", "_h", 1600, true),
        ("k", "_k", 2048, true),
    ]

    /// The available sizes, none of which is larger than the original.
    var sizes: [Size] {
        let longer = max(width, height)
        let scaled = Self.bounds.filter { $0.longest <= longer }.map { bound in
            Size(
                name: bound.name, suffix: bound.suffix, width: width * bound.longest / longer,
                height: height * bound.longest / longer, computesWidth: bound.isComputed && width < height,
                computesHeight: bound.isComputed && width >= height)
        }
        let squares = [
            Size(name: "sq", suffix: "_s", width: 75, height: 75, computesWidth: true, computesHeight: true),
            Size(name: "q", suffix: "_q", width: 150, height: 150),
        ]
        return squares + scaled
    }

    /// Returns the path of an image on the host of the images.
    func path(_ size: Size) -> String { "/65535/\(id)_\(secret)\(size.suffix).jpg" }

    // MARK: JSON

    /// Returns the photo as it appears in lists, with the requested extras.
    ///
    /// https://www.flickr.com/services/api/flickr.photos.getRecent.html
    func json(_ extras: Set<String>) -> JSONValue {
        var members: JSONObject = [
            "id": .string(id), "owner": .string(owner.id), "secret": .string(secret), "server": "65535",
            "farm": 66, "title": .string(title), "ispublic": 1, "isfriend": 0, "isfamily": 0,
        ]
        for (name, value) in extraMembers where extras.contains(name) {
            for member in value.members { members.append(member.name, member.value) }
        }
        for size in sizes where extras.contains("url_\(size.name)") {
            members.append("url_\(size.name)", "https://live.staticflickr.com\(path(size))")
            members.append("height_\(size.name)", number(size.height, isNumber: size.computesHeight))
            members.append("width_\(size.name)", number(size.width, isNumber: size.computesWidth))
        }
        return .object(members)
    }

    private var extraMembers: [(extra: String, members: JSONObject)] {
        [
            ("description", ["description": ["_content": .string(description)]]),
            ("license", ["license": "0"]),
            ("date_upload", ["dateupload": "\(dateUploaded)"]),
            (
                "date_taken",
                [
                    "datetaken": .string(dateTaken),
                    "datetakengranularity": number(Int(dateTakenGranularity) ?? 0),
                    "datetakenunknown": number(dateTakenIsUnknown ? 1 : 0),
                ]
            ),
            ("owner_name", ["ownername": .string(owner.name)]),
            ("icon_server", ["iconserver": "65535", "iconfarm": 66]),
            ("last_update", ["lastupdate": "\(dateUploaded + 86_400)"]),
            ("geo", ["latitude": 0, "longitude": 0, "accuracy": 0, "context": 0]),
            ("tags", ["tags": .string(tags)]),
            ("machine_tags", ["machine_tags": ""]),
            ("views", ["views": "\(dateUploaded % 977)"]),
            ("media", ["media": "photo", "media_status": "ready"]),
            ("path_alias", ["pathalias": owner.pathAlias.map(JSONValue.string) ?? .null]),
        ]
    }

    private func number(_ value: Int, isNumber: Bool = false) -> JSONValue {
        isNumber || hasNumbers ?? false ? .integer(value) : "\(value)"
    }
}
