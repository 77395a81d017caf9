extension Miss: CustomStringConvertible {
    /// What, where, what came near, and what to do next, a line each.
    public var description: String {
        let location =
            "\(recording) (\(count) \(count == 1 ? "interaction" : "interactions"), mode \(mode.rawValue))"
        let lines = ["\(rule): \(what)", "  at \(location)"] + nearest.map(\.words) + ["  next: \(next)"]
        return lines.joined(separator: "\n")
    }

    /// The permanent name of this kind of miss.
    public var rule: String {
        switch reason {
        case .notRecorded: "request-not-recorded"
        case .usedUp: "request-used-up"
        case .noFakeProvider: "request-without-fake-provider"
        }
    }

    private var what: String {
        let request = request.excerpt(200)
        return switch reason {
        case .notRecorded: "'\(request)' is not in the recording"
        case .usedUp(1): "'\(request)' was recorded once, and that answer has been given"
        case .usedUp(let times): "'\(request)' was recorded \(times) times, and every answer has been given"
        case .noFakeProvider(let origin): "'\(request)' would go to \(origin), which has no fake provider"
        }
    }

    private var next: String {
        switch reason {
        case .notRecorded: "if the app is meant to ask this, run `\(command)`"
        case .usedUp: "if the app is meant to ask this more often, run `\(command)`"
        case .noFakeProvider: "give the origin a fake provider, or record from the provider with `\(command)`"
        }
    }
}

extension Miss.Neighbor {
    fileprivate var words: String {
        let shown = differences.prefix(5).map(\.words).joined(separator: "; ")
        let more = differences.count > 5 ? "; and \(differences.count - 5) more" : ""
        let location = line.map { ", line \($0)" } ?? ""
        return "  near: entry \(entry + 1)\(location), '\(request.excerpt(200))': \(shown)\(more)"
    }
}

extension RequestDifference {
    fileprivate var words: String {
        switch self {
        case .method(let recorded, let asked): "the method is \(recorded) there, \(asked) here"
        case .origin(let recorded, let asked): "the host is \(recorded) there, \(asked) here"
        case .path(let recorded, let asked):
            "the path is '\(recorded.excerpt(60))' there, '\(asked.excerpt(60))' here"
        case .queryItem(let name, let recorded, let asked):
            RequestDifference.words("query item '\(name)'", recorded, asked)
        case .header(let name, let recorded, let asked):
            RequestDifference.words("header '\(name)'", recorded, asked)
        case .field(let name, let recorded, let asked):
            RequestDifference.words("form field '\(name)'", recorded, asked)
        case .bodyMember(let pointer, let recorded, let asked):
            RequestDifference.words("body member '\(pointer)'", recorded, asked)
        case .body(let recorded, let asked): "the body differs (\(recorded) bytes there, \(asked) here)"
        }
    }

    private static func words(_ what: String, _ recorded: String?, _ asked: String?) -> String {
        switch (recorded?.excerpt(60), asked?.excerpt(60)) {
        case (let recorded?, let asked?): "\(what) is '\(recorded)' there, '\(asked)' here"
        case (let recorded?, nil): "\(what) is '\(recorded)' there, missing here"
        case (nil, let asked): "\(what) is missing there, '\(asked ?? "")' here"
        }
    }
}

extension String {
    /// The text, or its beginning when it has more than some bytes.
    fileprivate func excerpt(_ limit: Int) -> String {
        guard utf8.count > limit else { return self }
        var end = utf8.index(utf8.startIndex, offsetBy: limit)
        while end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
        return self[..<end] + "…"
    }
}
