import VerbatimContract

/// What a keyword is a promise about; the rules of a keyword are the same for each.
enum Subject: String, CaseIterable, Sendable {
    case body = "response-body"
    case property = "response-property"
    case header = "response-header"
    case parameter = "request-parameter"

    /// The subjects whose values have parts.
    static let structured: [Subject] = [.body, .property]
}

/// The rules of one keyword: what can happen to it, for every subject that has it.
struct RuleFamily {
    /// One thing that can happen.
    struct Action {
        let name: String
        let direction: Direction
        /// How bad it is in a response.
        let level: Level
        let words: String
        let reason: String
        /// The name of the action back; nil when it is its own mirror.
        var back: String?
    }

    /// The keyword as ids have it: `max-length`; empty when the actions name it.
    let keyword: String
    var subjects = Subject.allCases
    let actions: [Action]

    var rules: [ChangeRule] { subjects.flatMap { subject in actions.map { rule($0, of: subject) } } }

    private func rule(_ action: Action, of subject: Subject) -> ChangeRule {
        func id(_ action: String) -> String {
            [subject.rawValue, keyword, action].filter { !$0.isEmpty }.joined(separator: "-")
        }
        let back =
            action.back.map { ChangeRule.Mirror.rule(id($0)) }
            ?? .waived("the change back is one of its own kind")
        guard subject == .parameter else {
            return ChangeRule(
                id(action.name), action.level, action.direction, area: subject.rawValue, action.words,
                action.reason, mirror: back)
        }
        let (level, reason) = Self.inRequests(action)
        return ChangeRule(
            id(action.name), level, action.direction, area: subject.rawValue, action.words, reason,
            mirror: back)
    }

    /// What is asked for less hurts; what is asked for more does not.
    private static func inRequests(_ action: Action) -> (Level, String) {
        if action.direction.contains(.narrows) {
            return (.warning, "what the app sends may be refused; breaking when a recorded request is")
        }
        return action.direction.contains(.widens)
            ? (.info, "what the app sends is still taken")
            : (action.level.severity == .off ? .off : .warning, action.reason)
    }
}

extension RuleFamily.Action {
    typealias Action = RuleFamily.Action

    /// More values are allowed than before.
    static func widening(
        _ name: String, back: String?, _ level: Level, _ words: String, _ reason: String
    ) -> Action {
        Action(name: name, direction: .widens, level: level, words: words, reason: reason, back: back)
    }

    /// Fewer values are allowed than before.
    static func narrowing(
        _ name: String, back: String?, _ words: String,
        _ reason: String = "what arrives is still as it was promised"
    ) -> Action {
        Action(name: name, direction: .narrows, level: .info, words: words, reason: reason, back: back)
    }

    /// Other values are allowed than before.
    static func change(_ name: String, _ level: Level, _ words: String, _ reason: String) -> Action {
        Action(name: name, direction: .both, level: level, words: words, reason: reason)
    }

    /// The values are the same, what is said of them is not.
    static func note(
        _ name: String, back: String?, _ level: Level, _ words: String, _ reason: String
    ) -> Action {
        Action(name: name, direction: .none, level: level, words: words, reason: reason, back: back)
    }
}
