/// What a body must be, going by what is promised for it.
///
/// The media type decides where it can; `text/javascript` and `text/plain` can stand for anything that is written, so
/// there the schema decides: what is not a string is JSON.
enum ContentKind: Sendable, Hashable {
    case json
    case xml
    case html
    /// An image of this media type, or of any for a range.
    case image(MediaType)
    case text
    case anything

    /// Tells what a promise asks for when a response claims a media type, if it claims one.
    init(_ promise: MediaTypeObject, claimed: MediaType?, shapes: SchemaShapes) {
        let type = claimed ?? promise.range
        let isStructured = promise.schema.map { !shapes[$0.shape].allows("string") } ?? false
        if type.isJSON {
            self = .json
        } else if type.isXML {
            self = .xml
        } else if type.isHTML {
            self = .html
        } else if type.isImage {
            self = .image(type)
        } else if isStructured {
            self = .json
        } else {
            self = type.essence.hasPrefix("text/") || promise.schema != nil ? .text : .anything
        }
    }

    /// Whether bytes of a kind may be that; whether they parse is another question.
    func accepts(_ kind: BodyKind) -> Bool {
        switch (self, kind) {
        case (.json, .json), (.json, .text), (.json, .binary): true
        case (.xml, .xml), (.html, .html), (.html, .xml): true
        case (.image(let type), .image(let signature)):
            type.essence == "image/*" || type.essence == signature
                || (type.essence, signature) == ("image/jpg", "image/jpeg")
        case (.text, .image), (.text, .binary): false
        case (.text, _), (.anything, _): true
        default: false
        }
    }

    /// What it is, in words.
    var words: String {
        switch self {
        case .json: "JSON"
        case .xml: "XML"
        case .html: "an HTML page"
        case .image(let type): "an image of type '\(type.essence)'"
        case .text: "text"
        case .anything: "any bytes"
        }
    }
}
