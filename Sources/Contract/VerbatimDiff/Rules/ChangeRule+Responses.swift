import VerbatimContract

extension ChangeRule {
    // MARK: Responses

    static let responses: [ChangeRule] = [
        ChangeRule(
            "response-success-status-added", .warning, .widens, area: "response", "is a new status",
            "the app may take 200 alone for success", mirror: .rule("response-success-status-removed")),
        ChangeRule(
            "response-success-status-removed", .always, .narrows, area: "response", "is no status any more",
            "what the app waits for does not come", mirror: .rule("response-success-status-added")),
        ChangeRule(
            "response-non-success-status-added", .warning, .widens, area: "response", "is a new status",
            "the app may not read this error", mirror: .rule("response-non-success-status-removed")),
        ChangeRule(
            "response-non-success-status-removed", .info, .narrows, area: "response", "is no status any more",
            "one error less", mirror: .rule("response-non-success-status-added")),
        ChangeRule(
            "response-status-range-added", .warning, .widens, area: "response", "is a new range of statuses",
            "the app may not read these answers", mirror: .rule("response-status-range-removed")),
        ChangeRule(
            "response-status-range-removed", .warning, .narrows, area: "response",
            "is no range of statuses any more",
            "a status in it is not documented any more", mirror: .rule("response-status-range-added")),
        ChangeRule(
            "response-default-added", .warning, .widens, area: "response", "stands for any other status now",
            "the app may not read these answers", mirror: .rule("response-default-removed")),
        ChangeRule(
            "response-default-removed", .warning, .narrows, area: "response",
            "stands for any other status no more",
            "any other status is not documented any more", mirror: .rule("response-default-added")),
        ChangeRule(
            "response-media-type-added", .warning, .widens, area: "response", "is a new media type",
            "the same request may be answered in another form", mirror: .rule("response-media-type-removed")),
        ChangeRule(
            "response-media-type-removed", .always, .narrows, area: "response", "is no media type any more",
            "what the app reads does not come", mirror: .rule("response-media-type-added")),
        ChangeRule(
            "response-media-type-name-changed", .warning, .both, area: "response",
            "takes the place of another media type",
            "a reader that is chosen by media type is not found",
            mirror: .waived("the change back is one of its own kind")),
        ChangeRule(
            "response-media-type-name-generalized", .always, .widens, area: "response",
            "covers more media types",
            "another form may come", mirror: .rule("response-media-type-name-specialized")),
        ChangeRule(
            "response-media-type-name-specialized", .info, .narrows, area: "response",
            "covers fewer media types",
            "what comes is known more closely", mirror: .rule("response-media-type-name-generalized")),
        ChangeRule(
            "response-body-media-type-schema-added", .info, .narrows, area: "response", "has a schema now",
            "what arrives is still as it was promised",
            mirror: .rule("response-body-media-type-schema-removed")),
        ChangeRule(
            "response-body-media-type-schema-removed", .breaking, .widens, area: "response",
            "has no schema any more",
            "the body is no longer held to anything", mirror: .rule("response-body-media-type-schema-added")),
        ChangeRule(
            "response-header-added", .info, .narrows, area: "response-header", "is a new header",
            "nobody reads it yet", mirror: .rule("optional-response-header-removed")),
        ChangeRule(
            "required-response-header-removed", .always, .widens, area: "response-header", "is gone",
            "the contract names the headers the app reads", mirror: .rule("response-header-added")),
        ChangeRule(
            "optional-response-header-removed", .warning, .widens, area: "response-header", "is gone",
            "the contract names the headers the app reads", mirror: .rule("response-header-added")),
        ChangeRule(
            "response-header-became-optional", .warning, .widens, area: "response-header",
            "may now be missing",
            "code that reads it finds nothing", mirror: .rule("response-header-became-required")),
        ChangeRule(
            "response-header-became-required", .info, .narrows, area: "response-header",
            "is always there now",
            "what arrives is still as it was promised", mirror: .rule("response-header-became-optional")),
    ]

    // MARK: Members of objects

    static let members: [ChangeRule] = existence + requiredness + access + others

    /// Whether a member is there at all.
    private static let existence: [ChangeRule] = ["", "write-only-"].flatMap { writeOnly -> [ChangeRule] in
        let never = "what is for writing only never reaches a client"
        func rule(
            _ presence: String, _ action: String, _ level: Level, _ direction: Direction, _ words: String,
            _ reason: String
        ) -> ChangeRule {
            ChangeRule(
                "response-\(presence)-\(writeOnly)property-\(action)", writeOnly.isEmpty ? level : .off,
                direction,
                area: "response-property", words, writeOnly.isEmpty ? reason : never,
                mirror: .rule(
                    "response-\(presence)-\(writeOnly)property-\(action == "added" ? "removed" : "added")"))
        }
        return [
            rule(
                "required", "removed", .unlessUnread(.breaking), .widens, "is gone",
                "a model that wants it does not decode without it; info when no model reads it"),
            rule(
                "optional", "removed", .unlessUnread(.warning), .widens, "is gone",
                "whoever reads it finds nothing for ever; info when no model reads it"),
            rule(
                "required", "added", .info, .narrows, "is new",
                "a model that reads the name already wants its own type; breaking when it does not decode"),
            rule(
                "optional", "added", .info, .narrows, "is new",
                "a model that reads the name already wants its own type; breaking when it does not decode"),
        ]
    }

    private static let requiredness: [ChangeRule] = ["", "write-only-"].flatMap { writeOnly -> [ChangeRule] in
        let subject = "response-\(writeOnly)property"
        let off = !writeOnly.isEmpty
        return [
            ChangeRule(
                "\(subject)-became-optional", off ? .off : .warning, .widens, area: "response-property",
                "may now be missing", "a property that is not optional does not decode without it",
                mirror: .rule("\(subject)-became-required")),
            ChangeRule(
                "\(subject)-became-required", off ? .off : .info, .narrows, area: "response-property",
                "is always there now", "a property of the model need not be optional any more",
                mirror: .rule("\(subject)-became-optional")),
        ]
    }

    /// Whether a member is for reading or for writing only.
    private static let access: [ChangeRule] = ["required", "optional"].flatMap { presence in
        ["write-only", "read-only"].flatMap { mode in
            let subject = "response-\(presence)-property-became"
            let goes = mode == "write-only"
            return [
                ChangeRule(
                    "\(subject)-\(mode)", goes ? .warning : .off, .none, area: "response-property",
                    "is for \(goes ? "writing" : "reading") only",
                    goes ? "it comes in no response any more" : "what a client reads is the same",
                    mirror: .rule("\(subject)-not-\(mode)")),
                ChangeRule(
                    "\(subject)-not-\(mode)", .off, .none, area: "response-property",
                    "is not for \(goes ? "writing" : "reading") only any more",
                    "what a client reads is the same, or more", mirror: .rule("\(subject)-\(mode)")),
            ]
        }
    }

    private static let others: [ChangeRule] =
        [
            ChangeRule(
                "response-additional-properties-opened", .info, .widens, area: "response-property",
                "may now have members the contract does not name", "nothing that reads by name breaks",
                mirror: .rule("response-additional-properties-closed")),
            ChangeRule(
                "response-additional-properties-closed", .info, .narrows, area: "response-property",
                "has only members the contract names", "what arrives is still as it was promised",
                mirror: .rule("response-additional-properties-opened")),
            ChangeRule(
                "response-additional-properties-schema-widened", .warning, .widens, area: "response-property",
                "may now have values of any kind under other names",
                "a dictionary does not decode other values",
                mirror: .rule("response-additional-properties-schema-narrowed")),
            ChangeRule(
                "response-additional-properties-schema-narrowed", .info, .narrows, area: "response-property",
                "has values of one kind under other names", "what arrives is still as it was promised",
                mirror: .rule("response-additional-properties-schema-widened")),
            ChangeRule(
                "response-object-became-map", .breaking, .both, area: "response-property",
                "is a dictionary now, with names nobody knows before",
                "a struct does not decode a dictionary",
                mirror: .rule("response-map-became-object")),
            ChangeRule(
                "response-map-became-object", .breaking, .both, area: "response-property",
                "is an object with known names now", "a dictionary does not decode values of several types",
                mirror: .rule("response-object-became-map")),
        ]
        + ["items", "map-value"].flatMap { part in
            [
                ChangeRule(
                    "response-\(part)-became-nullable", .breaking, .widens, area: "response-property",
                    "may now be null",
                    "an array or a dictionary does not decode null among its values",
                    mirror: .rule("response-\(part)-became-not-nullable")),
                ChangeRule(
                    "response-\(part)-became-not-nullable", .info, .narrows, area: "response-property",
                    "is never null any more", "what arrives is still as it was promised",
                    mirror: .rule("response-\(part)-became-nullable")),
            ]
        }
}
