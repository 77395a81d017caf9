import VerbatimContract
import VerbatimHAR
import VerbatimJSON

extension Contract {
    /// The URLs of the servers with a host, those of the whole document first, without a slash at the end:
    /// each with the default values of its variables, then with one other each. At most 1,000 of 1 MiB, as
    /// variables multiply the text of a contract.
    ///
    /// https://spec.openapis.org/oas/v3.1.1.html#server-object
    var serverURLs: [String] {
        let items = document["paths"].members.map(\.value)
        let lists = ([document] + items + items.flatMap { $0.members.map(\.value) }).map { $0["servers"] }
        var (urls, bytes) = ([String](), 1 << 20)
        for server in lists.flatMap(\.elements) {
            let variables = server["variables"].members.prefix(64).map { (name: $0.name, node: $0.value) }
            let others = variables.flatMap { variable in
                variable.node["enum"].elements.compactMap(\.string).map { (String?.some(variable.name), $0) }
            }
            for (name, value) in [(nil, "")] + others {
                let url = variables.reduce(server["url"].string ?? "") { text, variable in
                    let usual = variable.node["default"].string ?? ""
                    return text.replacing("{\(variable.name)}", with: variable.name == name ? value : usual)
                }
                bytes -= url.utf8.count
                guard bytes > 0, urls.count < 1_000 else { return urls.uniqued }
                guard !URLParts(url).host.isEmpty else { continue }
                urls.append(url.hasSuffix("/") ? String(url.dropLast()) : url)
            }
        }
        return urls.uniqued
    }
}
