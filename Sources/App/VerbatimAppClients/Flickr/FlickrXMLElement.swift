import Foundation

/// An element of the XML form: Flickr says everything the app needs in attributes.
struct FlickrXMLElement {
    let name: String
    let line: Int
    let attributes: [String: String]

    func text(_ attribute: String) throws(FlickrXMLError) -> String {
        guard let text = attributes[attribute] else { throw error("has no '\(attribute)'") }
        return text
    }

    func integer(_ attribute: String) throws(FlickrXMLError) -> Int {
        let text = try text(attribute)
        guard let number = Int(text) else {
            throw error("has '\(text)' as '\(attribute)', which is not an integer")
        }
        return number
    }

    func date(_ attribute: String) throws(FlickrXMLError) -> Date? {
        guard let text = attributes[attribute] else { return nil }
        let pattern = FlickrPhotosResponse.datePattern
        guard let date = pattern.date(from: text) else {
            throw error("has '\(text)' as '\(attribute)', which is not a date of the form \(pattern)")
        }
        return date
    }

    func url(_ attribute: String) throws(FlickrXMLError) -> URL? {
        guard let text = attributes[attribute] else { return nil }
        guard let url = URL(string: text) else {
            throw error("has '\(text)' as '\(attribute)', which is not a URL")
        }
        return url
    }

    func error(_ fault: String) -> FlickrXMLError {
        FlickrXMLError(line: line, reason: "element '\(name)' \(fault)")
    }
}
