import Foundation

/// Reads the elements of a document in order.
final class FlickrXMLReader: NSObject, XMLParserDelegate {
    private var elements: [FlickrXMLElement] = []

    static func elements(of document: Data) throws(FlickrXMLError) -> [FlickrXMLElement] {
        let reader = FlickrXMLReader()
        let parser = XMLParser(data: document)
        parser.delegate = reader
        // On Linux a document with mismatched tags parses, and only the error tells.
        guard parser.parse(), parser.parserError == nil else {
            throw FlickrXMLError(
                line: max(parser.lineNumber, 1), reason: "the document is not well-formed XML")
        }
        return reader.elements
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        elements.append(FlickrXMLElement(name: name, line: parser.lineNumber, attributes: attributes))
    }
}
