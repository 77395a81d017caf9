import VerbatimContract
import VerbatimHAR
import VerbatimJSON

extension Contract {
    /// The URLs of the servers with a host, those of the whole document first, without a slash at the end.
    ///
    /// https://spec.openapis.org/oas/v3.1.1.html#server-object
    var serverURLs: [String] {
        let items = document["paths"].members.map(\.value)
        let lists = ([document] + items + items.flatMap { $0.members.map(\.value) }).map { $0["servers"] }
        let urls = lists.flatMap(\.elements).flatMap(urls).filter { !URLParts($0).host.isEmpty }
        return urls.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }.uniqued
    }

    /// Returns the URLs of a server: with the default values of its variables, then with one other each.
    private func urls(of server: JSON) -> [String] {
        let variables = server["variables"].members.map { (name: $0.name, node: $0.value) }
        func url(_ name: String? = nil, _ value: String = "") -> String {
            variables.reduce(server["url"].string ?? "") { text, variable in
                let usual = variable.node["default"].string ?? ""
                return text.replacing("{\(variable.name)}", with: variable.name == name ? value : usual)
            }
        }
        let others = variables.flatMap { variable in
            variable.node["enum"].elements.compactMap(\.string).map { url(variable.name, $0) }
        }
        return [url()] + others
    }
}
