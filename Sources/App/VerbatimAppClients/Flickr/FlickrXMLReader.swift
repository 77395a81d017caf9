import Foundation

/// Reads the elements of a document in order.
final class FlickrXMLReader: NSObject, XMLParserDelegate {
    private var elements: [FlickrXMLElement] = []

    static func elements(of document: Data) throws(FlickrXMLError) -> [FlickrXMLElement] {
        // Foundation's parser on Linux stops the process at a name that is not UTF-8.
        guard String(bytes: document, encoding: .utf8) != nil else {
            throw FlickrXMLError(line: 1, reason: "the document is not UTF-8")
        }
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
