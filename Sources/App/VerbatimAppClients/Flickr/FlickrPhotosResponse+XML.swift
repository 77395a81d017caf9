public import Foundation

extension FlickrPhotosResponse {
    /// Reads the XML form, `format=rest`; it states the same facts as the JSON form.
    ///
    /// https://www.flickr.com/services/api/response.rest.html
    public init(xml: Data) throws(FlickrXMLError) {
        let elements = try FlickrXMLReader.elements(of: xml)
        guard let root = elements.first, root.name == "rsp" else {
            throw FlickrXMLError(
                line: 1, reason: "the document is no answer of Flickr: its root is not 'rsp'")
        }
        switch try root.text("stat") {
        case "ok":
            guard let list = elements.first(where: { $0.name == "photos" }) else {
                throw root.error("has no 'photos'")
            }
            self = .page(try FlickrPhotoPage(list, photos: elements.filter { $0.name == "photo" }))
        case "fail":
            guard let fault = elements.first(where: { $0.name == "err" }) else {
                throw root.error("has no 'err'")
            }
            self = .failure(FlickrFailure(code: try fault.integer("code"), message: try fault.text("msg")))
        case let stat:
            throw root.error("has '\(stat)' as 'stat', which is neither 'ok' nor 'fail'")
        }
    }
}

extension FlickrPhotoPage {
    fileprivate init(_ list: FlickrXMLElement, photos: [FlickrXMLElement]) throws(FlickrXMLError) {
        page = try list.integer("page")
        pages = try list.integer("pages")
        perPage = try list.integer(list.attributes.keys.contains("perpage") ? "perpage" : "per_page")
        total = try list.integer("total")
        var records: [FlickrPhotoRecord] = []
        for photo in photos { records.append(try FlickrPhotoRecord(photo)) }
        self.records = records
    }
}

extension FlickrPhotoRecord {
    fileprivate init(_ element: FlickrXMLElement) throws(FlickrXMLError) {
        id = try element.text("id")
        title = try element.text("title")
        dateTaken = try element.date("datetaken")
        url640 = try element.url("url_z")
    }
}
