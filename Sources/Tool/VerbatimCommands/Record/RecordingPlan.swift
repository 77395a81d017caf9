import Foundation
import VerbatimAPI
import VerbatimHAR
import VerbatimJSON
import VerbatimReplay
import VerbatimReports

/// The scenarios that `verbatim record` is asked for, with what it does with each.
struct RecordingPlan: Sendable {
    struct Item: Sendable {
        let api: API
        let scenario: Scenario
        /// The day of the recording; nil if there is none, or its day is not known.
        let day: String?
        let origin: RecordingOrigin?
        /// The origins of the URLs in the recording.
        let providers: [String]
        let action: Action

        var name: RecordingName { RecordingName(api: api.name, scenario: scenario.name) }
        /// Whether recording prints a line about it.
        var hasLine: Bool { action == .record || action == .needsFakes }
    }

    /// What is done with a scenario.
    enum Action: Sendable, Hashable {
        case record
        /// The recording is young enough, and from the provider.
        case keep(days: Int)
        /// Only a fake provider shows it.
        case needsFakes
        /// The provider rejects requests without the key.
        case needsKey(AccessKey)
    }

    let items: [Item]
    let origin: RecordingOrigin
    private let today: String
    private let environment: [String: String]

    /// - Parameter staleAge: The age in days from which a recording is made again; nil makes all again. One
    ///   that is not from the provider is made again whatever its age.
    init(
        _ chosen: [(api: API, scenarios: [Scenario])], origin: RecordingOrigin, staleAge: Int?,
        log: [RecordingName: String], store: RecordingStore, in context: CommandContext
    ) {
        let now = context.clock.date()
        let oldest = staleAge.map { now.addingTimeInterval(-Double($0) * 86_400).isoDay }
        self.origin = origin
        environment = context.environment
        today = now.isoDay
        items = chosen.flatMap { api, scenarios in
            let names = scenarios.map { RecordingName(api: api.name, scenario: $0.name) }
            let archives = names.map { try? store.archive($0) }
            let recordings = zip(names, archives).reduce(into: [:]) { recordings, pair in
                recordings[pair.0] = pair.1.map(RecordingOrigins.Recording.init)
            }
            let origins = RecordingOrigins(log: log, recordings: recordings, of: [api], today: now.isoDay)
            return zip(scenarios, zip(names, archives)).map { scenario, recording in
                let (name, archive) = recording
                let day = archive == nil ? nil : origins.day(of: name)
                let known = archive == nil ? nil : origins.origin(of: name)
                let isReplaceable = origin == .live && known != .live
                let isYoung = day.flatMap { day in oldest.map { day >= $0 } } ?? false
                let key = api.keys.first {
                    $0.isRequired && scenario.needsKeys && $0.value(in: context.environment) == nil
                }
                let action: Action =
                    if origin == .live, scenario.isFakeOnly {
                        .needsFakes
                    } else if isYoung, !isReplaceable, let staleAge {
                        .keep(days: staleAge)
                    } else if origin == .live, let key {
                        .needsKey(key)
                    } else {
                        .record
                    }
                return Item(
                    api: api, scenario: scenario, day: day, origin: known,
                    providers: (archive?.interactions ?? []).map { URLParts($0.request.url).origin }.uniqued,
                    action: action)
            }
        }
    }

    /// The plan as a table, for `--dry-run`.
    func table(width: Int?) -> String {
        let head = ["recording", "from", "last recorded", "would be"]
        let rows = items.map { item in
            ["\(item.name)", source(of: item), age(of: item), Self.text(of: item.action)]
        }
        let count = items.count { $0.action == .record }
        return TextTable([head] + rows, width: width).text
            + "\(count) of \(String.count(items.count, "scenario")) would be recorded\n"
            + keyTable(width: width) + guessTable(width: width)
    }

    /// What scenarios assume and no recording of a provider has shown yet; empty if there is nothing.
    private func guessTable(width: Int?) -> String {
        let rows = items.compactMap { item in
            item.origin == .live ? nil : item.scenario.guess.map { ["\(item.name)", $0] }
        }
        guard origin == .live, !rows.isEmpty else { return "" }
        return "\n"
            + TextTable([["recording", "a guess until the provider shows it"]] + rows, width: width).text
    }

    /// The keys of the providers, with where to get them; empty if none is sent.
    private func keyTable(width: Int?) -> String {
        let apis = OrderedGroups(grouping: items, by: \.api.name).values.compactMap { $0.first?.api }
        let rows = apis.flatMap { api in
            api.keys.map { key in
                let isSet = key.value(in: environment) != nil
                return [
                    key.variable, api.name, key.isRequired ? "required" : "optional",
                    isSet ? "set" : "not set", key.source,
                ]
            }
        }
        guard origin == .live, !rows.isEmpty else { return "" }
        return "\n" + TextTable([["key", "API", "", "", "issued at"]] + rows, width: width).text
    }

    private func source(of item: Item) -> String {
        guard origin == .live, item.action != .needsFakes else { return "fake providers" }
        return item.providers.isEmpty ? "the provider" : item.providers.joined(separator: " ")
    }

    private func age(of item: Item) -> String {
        guard let day = item.day else { return item.origin == nil ? "never" : "on an unknown day" }
        let days = [day, today].compactMap(GregorianCalendar.daysSince1970)
        let age = days.count == 2 ? days[1] - days[0] : 0
        let ago = age == 0 ? "" : ", \(String.count(age, "day")) ago"
        return day + ago + (item.origin.map { " (\($0.rawValue))" } ?? "")
    }

    private static func text(of action: Action) -> String {
        switch action {
        case .record: "recorded"
        case .keep(let days): "kept: younger than \(String.count(days, "day"))"
        case .needsFakes: "kept: only a fake provider shows it"
        case .needsKey(let key): "kept: \(key.variable) is not set"
        }
    }
}
