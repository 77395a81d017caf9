import VerbatimJSON

/// A response in the requested format: JSON, JSONP, or XML, which is the default.
///
/// https://www.flickr.com/services/api/response.json.html
struct FlickrResponseText {
    let mediaType: String
    let text: String

    init(_ response: JSONValue, to request: FakeRequest) {
        guard request["format"] == "json" else {
            mediaType = "text/xml; charset=utf-8"
            text = Self.xml(response)
            return
        }
        let json = response.text(.compact).escapedAsPHP
        if request["nojsoncallback"] == "1" {
            mediaType = "application/json"
            text = json
        } else {
            mediaType = "text/javascript; charset=utf-8"
            text = "\(request["jsoncallback"] ?? "jsonFlickrApi")(\(json))"
        }
    }
}

// MARK: - XML

extension FlickrResponseText {
    /// https://www.flickr.com/services/api/response.rest.html
    private static func xml(_ response: JSONValue) -> String {
        let stat = response["stat"]?.string ?? ""
        let content = response["photos"]?.object.map(list) ?? error(response)
        return """
            <?xml version="1.0" encoding="utf-8" ?>
            <rsp stat="\(stat)">
            \(content)
            </rsp>

            """
    }

    private static func error(_ response: JSONValue) -> String {
        let code = response["code"]?.text(.compact) ?? ""
        return "\t<err code=\"\(code)\" msg=\"\((response["message"]?.string ?? "").escapedForXML)\" />"
    }

    private static func list(_ list: JSONObject) -> String {
        let photos = (list["photo"]?.array ?? []).compactMap(\.object).map(photo)
        return (["<photos\(attributes(of: list))>"] + photos + ["</photos>"]).joined(separator: "\n")
    }

    private static func photo(_ photo: JSONObject) -> String {
        let element = "\t<photo\(attributes(of: photo))"
        guard let description = photo["description"]?["_content"]?.string else { return element + " />" }
        let child = "\t\t<description>\(description.escapedForXML)</description>"
        return [element + ">", child, "\t</photo>"].joined(separator: "\n")
    }

    /// Writes every member that is not an array or an object as an attribute; null is empty.
    private static func attributes(of object: JSONObject) -> String {
        object.members.compactMap { name, value in
            switch value {
            case .string(let text): " \(name)=\"\(text.escapedForXML)\""
            case .number, .bool: " \(name)=\"\(value.text(.compact))\""
            case .null: " \(name)=\"\""
            case .array, .object: nil
            }
        }.joined()
    }
}

extension String {
    fileprivate var escapedForXML: String {
        replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;").replacing("'", with: "&#039;")
    }

    /// JSON as PHP writes it, with escaped slashes and non-ASCII characters.
    fileprivate var escapedAsPHP: String {
        utf16.reduce(into: "") { text, unit in
            switch unit {
            case 0x2f: text += "\\/"
            case 0x80...:
                text +=
                    "\\u" + String(repeating: "0", count: unit < 0x1000 ? unit < 0x100 ? 2 : 1 : 0)
                    + String(unit, radix: 16)
            default: text.unicodeScalars.append(Unicode.Scalar(UInt8(unit)))
            }
        }
    }
}
