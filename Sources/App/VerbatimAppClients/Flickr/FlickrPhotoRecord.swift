public import Foundation

/// A photo as it appears in Flickr's lists.
///
/// Everything but the identifier, the owner and the title depends on the `extras` of the request.
public struct FlickrPhotoRecord: Sendable, Hashable, Identifiable {
    /// The photo's identifier.
    public let id: String
    /// The identifier of the person who owns the photo.
    public let ownerID: String
    /// The name of this person, if the request asked for `owner_name`.
    public let ownerName: String?
    /// The title, which may be empty.
    public let title: String
    /// The license, if the request asked for `license`.
    public let license: FlickrLicense?
    /// The time on the camera's clock, if the request asked for `date_taken`.
    public let dateTaken: FlickrDate?
    /// Whether the time is invented; false if Flickr does not say.
    public let dateTakenIsUnknown: Bool
    /// The images, the smallest first, as far as the request asked for them and they exist.
    public let images: [FlickrImage]

    /// The values of `extras` on which the properties depend.
    static let extras =
        (["date_taken", "license", "owner_name"] + FlickrSize.allCases.map { "url_\($0.rawValue)" })
        .joined(separator: ",")

    /// Returns the image of a size; nil if there is none.
    public func image(_ size: FlickrSize) -> FlickrImage? { images.first { $0.size == size } }
}

/// An image of a photo.
public struct FlickrImage: Sendable, Hashable {
    /// The size.
    public let size: FlickrSize
    /// The URL, over TLS.
    public let url: URL
    /// The width in pixels; nil if Flickr does not say.
    public let width: Int?
    /// The height in pixels; nil if Flickr does not say.
    public let height: Int?
}

/// A size of images, by its letter in URLs; the smallest comes first.
///
/// https://www.flickr.com/services/api/misc.urls.html
public enum FlickrSize: String, Sendable, Hashable, CaseIterable {
    /// A square of 150 pixels.
    case square = "q"
    /// At most 640 pixels on the longer side.
    case medium = "z"
    /// At most 1024 pixels on the longer side.
    case large = "l"
}

/// A license, whose conditions an app that shows the photo has to keep.
///
/// https://www.flickr.com/services/api/flickr.photos.licenses.getInfo.html
public struct FlickrLicense: Sendable, Hashable, RawRepresentable, Codable {
    /// The number of the license on Flickr.
    public let rawValue: String

    /// Creates the license with a number.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The short name; nil for a license unknown to this app, to treat as ``allRightsReserved``.
    public var name: String? { Self.names[rawValue] }

    /// The license of photos that may be shown only as their owner allows.
    public static let allRightsReserved = FlickrLicense(rawValue: "0")

    private static let names = [
        "0": "All rights reserved", "1": "CC BY-NC-SA 2.0", "2": "CC BY-NC 2.0", "3": "CC BY-NC-ND 2.0",
        "4": "CC BY 2.0", "5": "CC BY-SA 2.0", "6": "CC BY-ND 2.0", "7": "No known copyright restrictions",
        "8": "United States government work", "9": "CC0 1.0", "10": "Public Domain Mark 1.0",
    ]
}

extension FlickrPhotoRecord: Codable {
    /// The names in the service's JSON and XML.
    private enum CodingKeys: String, CodingKey {
        case id
        case ownerID = "owner"
        case ownerName = "ownername"
        case title, license
        case dateTaken = "datetaken"
        case dateTakenIsUnknown = "datetakenunknown"
        case squareURL = "url_q"
        case squareWidth = "width_q"
        case squareHeight = "height_q"
        case mediumURL = "url_z"
        case mediumWidth = "width_z"
        case mediumHeight = "height_z"
        case largeURL = "url_l"
        case largeWidth = "width_l"
        case largeHeight = "height_l"

        /// The keys of an image.
        static func image(_ size: FlickrSize) -> (url: Self, width: Self, height: Self) {
            switch size {
            case .square: (.squareURL, .squareWidth, .squareHeight)
            case .medium: (.mediumURL, .mediumWidth, .mediumHeight)
            case .large: (.largeURL, .largeWidth, .largeHeight)
            }
        }
    }

    /// Decodes a photo; Flickr writes numbers as strings or as numbers.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(String.self, forKey: .id)
        ownerID = try container.decode(String.self, forKey: .ownerID)
        ownerName = try container.decodeIfPresent(String.self, forKey: .ownerName)
        title = try container.decode(String.self, forKey: .title)
        license = try container.decodeIntegerIfPresent(forKey: .license).map {
            FlickrLicense(rawValue: String($0))
        }
        dateTaken = try container.decodeIfPresent(FlickrDate.self, forKey: .dateTaken)
        dateTakenIsUnknown = try container.decodeIntegerIfPresent(forKey: .dateTakenIsUnknown) == 1
        images = try FlickrSize.allCases.compactMap { size in
            let keys = CodingKeys.image(size)
            guard let url = try container.decodeImageURL(forKey: keys.url) else { return nil }
            return FlickrImage(
                size: size, url: url, width: try container.decodeIntegerIfPresent(forKey: keys.width),
                height: try container.decodeIntegerIfPresent(forKey: keys.height))
        }
    }

    /// Encodes the photo as Flickr writes it.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(ownerID, forKey: .ownerID)
        try container.encodeIfPresent(ownerName, forKey: .ownerName)
        try container.encode(title, forKey: .title)
        try container.encodeIfPresent(license, forKey: .license)
        try container.encodeIfPresent(dateTaken, forKey: .dateTaken)
        if dateTakenIsUnknown { try container.encode("1", forKey: .dateTakenIsUnknown) }
        for image in images {
            let keys = CodingKeys.image(image.size)
            try container.encode(image.url, forKey: keys.url)
            try container.encodeIfPresent(image.width, forKey: keys.width)
            try container.encodeIfPresent(image.height, forKey: keys.height)
        }
    }
}
