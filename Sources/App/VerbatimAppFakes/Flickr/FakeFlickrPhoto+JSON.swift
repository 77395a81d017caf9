import VerbatimJSON

extension FakeFlickrPhoto {
    /// The photo as lists have it: nine members, and those that `extras` asks for.
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
            members.append("url_\(size.name)", .string("https://live.staticflickr.com\(path(size))"))
            members.append("height_\(size.name)", size.side(size.height, isComputed: size.computed.hasHeight))
            members.append("width_\(size.name)", size.side(size.width, isComputed: size.computed.hasWidth))
        }
        return .object(members)
    }

    private var extraMembers: [(extra: String, members: JSONObject)] {
        [
            ("description", ["description": ["_content": .string(description)]]),
            ("license", ["license": "0"]),
            ("date_upload", ["dateupload": .string("\(uploaded)")]),
            ("date_taken", dateTaken),
            ("owner_name", ["ownername": .string(owner.name)]),
            ("icon_server", ["iconserver": "65535", "iconfarm": 66]),
            ("last_update", ["lastupdate": .string("\(uploaded + 86_400)")]),
            ("geo", ["latitude": 0, "longitude": 0, "accuracy": 0, "context": 0]),
            ("tags", ["tags": .string(tags)]),
            ("machine_tags", ["machine_tags": ""]),
            ("views", ["views": .string("\(uploaded % 977)")]),
            ("media", ["media": "photo", "media_status": "ready"]),
            ("path_alias", ["pathalias": owner.alias.map(JSONValue.string) ?? .null]),
        ]
    }

    private var dateTaken: JSONObject {
        [
            "datetaken": .string(taken), "datetakengranularity": .string(granularity),
            "datetakenunknown": takenIsUnknown ? "1" : "0",
        ]
    }
}

extension FlickrSize {
    fileprivate func side(_ pixels: Int, isComputed: Bool) -> JSONValue {
        isComputed ? .integer(pixels) : .string("\(pixels)")
    }
}

extension FlickrSize.Computed {
    fileprivate var hasHeight: Bool { self == .height || self == .both }
    fileprivate var hasWidth: Bool { self == .width || self == .both }
}
