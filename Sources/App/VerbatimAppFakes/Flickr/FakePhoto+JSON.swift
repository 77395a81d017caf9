import VerbatimJSON

extension FakePhoto {
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
            members.append(
                "height_\(size.name)", number(size.height, isNumber: size.computedSides.includesHeight))
            members.append(
                "width_\(size.name)", number(size.width, isNumber: size.computedSides.includesWidth))
        }
        return .object(members)
    }

    private var extraMembers: [(extra: String, members: JSONObject)] {
        [
            ("description", ["description": ["_content": .string(description)]]),
            ("license", ["license": "0"]),
            ("date_upload", ["dateupload": "\(dateUploaded)"]),
            ("date_taken", dateTakenMembers),
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

    private var dateTakenMembers: JSONObject {
        [
            "datetaken": .string(dateTaken),
            "datetakengranularity": number(Int(dateTakenGranularity) ?? 0, isNumber: false),
            "datetakenunknown": number(dateTakenIsUnknown ? 1 : 0, isNumber: false),
        ]
    }

    private func number(_ value: Int, isNumber: Bool) -> JSONValue {
        isNumber || hasNumbers ?? false ? .integer(value) : "\(value)"
    }
}

extension FakePhotoSize.ComputedSides {
    fileprivate var includesHeight: Bool { self == .height || self == .both }
    fileprivate var includesWidth: Bool { self == .width || self == .both }
}
