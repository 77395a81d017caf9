/// How the value of a parameter or header is written as text.
///
/// https://spec.openapis.org/oas/v3.1.1.html#style-values
package enum ParameterStyle: String, Sendable, CaseIterable {
    case form, simple, label, matrix, spaceDelimited, pipeDelimited, deepObject

    /// The styles of a location; the first is the one that is meant when none is given.
    static func styles(in location: Parameter.Location) -> [ParameterStyle] {
        switch location {
        case .query: [.form, .spaceDelimited, .pipeDelimited, .deepObject]
        case .path: [.simple, .label, .matrix]
        case .header: [.simple]
        case .cookie: [.form]
        }
    }
}
