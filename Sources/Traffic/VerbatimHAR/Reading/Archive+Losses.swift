import VerbatimJSON

extension Archive {
    /// What the archive this was read from does not hold of its exchanges, by entry.
    public var losses: [ArchiveLoss] {
        interactions.flatMap { interaction -> [ArchiveLoss] in
            guard let location = interaction.location, let entry = interaction.source else { return [] }
            return EntryLosses(entry: entry).kinds.map { ArchiveLoss(kind: $0, location: location) }
        }
    }
}

/// What an entry says was there and does not hold.
private struct EntryLosses {
    let entry: JSON

    var kinds: [ArchiveLoss.Kind] {
        [responseBody, charset, requestBody, response, webSocket].compactMap { $0 }
    }

    private var content: JSON { entry["response"]["content"] }

    private var responseBody: ArchiveLoss.Kind? {
        let size = content["size"].int ?? 0
        let isKept = content["text"].exists || content["_file"].exists
        // A response to HEAD has the size of what it did not send.
        return size > 0 && !isKept && entry["request"]["method"].string != "HEAD"
            ? .responseBody(size: size) : nil
    }

    private var charset: ArchiveLoss.Kind? {
        guard let text = content["text"].string, !content["encoding"].exists,
            !text.utf8.allSatisfy({ $0 < 0x80 }),
            let type = content["mimeType"].string?.lowercased(), let start = type.firstRange(of: "charset=")
        else { return nil }
        let name = type[start.upperBound...].prefix { $0 != ";" }.filter { $0 != "\"" && $0 != " " }
        return ["utf-8", "utf8", "us-ascii"].contains(name) ? nil : .charset(name)
    }

    private var requestBody: ArchiveLoss.Kind? {
        let post = entry["request"]["postData"]
        if post["text"].exists { return nil }
        if post["params"].count > 0 {
            return post["mimeType"].string?.lowercased().hasPrefix("multipart/") == true
                ? .multipartBody : nil
        }
        let size = entry["request"]["bodySize"].int ?? 0
        return size > 0 ? .requestBody(size: size) : nil
    }

    private var response: ArchiveLoss.Kind? {
        let response = entry["response"]
        return (response["status"].int ?? 0) <= 0 && !response["_error"].exists ? .response : nil
    }

    private var webSocket: ArchiveLoss.Kind? {
        let messages = entry["_webSocketMessages"].count
        return messages > 0 ? .webSocket(messages: messages) : nil
    }
}
