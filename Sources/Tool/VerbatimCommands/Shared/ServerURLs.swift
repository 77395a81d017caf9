import VerbatimContract
import VerbatimHAR
import VerbatimJSON

extension Contract {
    /// The URLs of the servers with a host, those of the whole document first, without a slash at the end:
    /// each with the default values of its variables, then with one other each. At most 1,000 of 1 MiB, as
    /// variables multiply the text of a contract.
    ///
    /// https://spec.openapis.org/oas/v3.1.1.html#server-object
    var serverURLs: [String] { (serverURLs(in: [document]) + otherServerURLs).limited }

    /// The URLs of ``serverURLs`` without those of the whole document that have the path of another one:
    /// their operations are the same.
    var serverURLsByOperations: [String] {
        var paths: Set<Substring> = []
        let whole = serverURLs(in: [document]).filter { paths.insert(URLParts($0).path).inserted }
        return (whole + otherServerURLs).limited
    }

    private var otherServerURLs: [String] {
        let items = document["paths"].members.map(\.value)
        return serverURLs(in: items + items.flatMap { $0.members.map(\.value) })
    }

    private func serverURLs(in holders: [JSON]) -> [String] {
        var (urls, bytes) = ([String](), 1 << 20)
        for server in holders.flatMap({ $0["servers"].elements }) {
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
                guard bytes > 0, urls.count < [String].limit else { return urls }
                guard !URLParts(url).host.isEmpty else { continue }
                urls.append(url.hasSuffix("/") ? String(url.dropLast()) : url)
            }
        }
        return urls
    }
}

extension [String] {
    fileprivate static let limit = 1_000

    fileprivate var limited: [String] { Array(uniqued.prefix(Self.limit)) }
}
