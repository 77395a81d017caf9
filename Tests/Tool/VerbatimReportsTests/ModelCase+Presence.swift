/// Findings about the presence of a property.
extension ModelCase {
    static let presence = [
        ModelCase(
            testDescription: "all three agree", schema: required, bodies: [titled],
            model: binding(Titled.self),
            expected: ""),
        ModelCase(
            testDescription: "optional to all", schema: optional, bodies: [titled, "{}"],
            model: binding(MaybeTitled.self), expected: ""),
        ModelCase(
            testDescription: "required by the model only", schema: optional, bodies: [titled],
            model: binding(Titled.self),
            expected: """
                model-required-contract-optional: '/title' is optional in the contract, Titled.title expects String
                  at Photos.swift:1:21, Contracts/photos.json:5:30
                  next: add "title" to 'required' in Contracts/photos.json:5:5, or make `Titled.title` optional, and run `verbatim models photos`

                """),
        ModelCase(
            testDescription: "required by the model, undocumented", schema: nothing,
            bodies: [titled],
            model: binding(Titled.self),
            expected: """
                model-required-contract-optional: '/title' is not documented in the contract, Titled.title expects String
                  at Photos.swift:1:21, Contracts/photos.json:5:5
                  next: add "title" to 'required' in Contracts/photos.json:5:5, or make `Titled.title` optional, and run `verbatim models photos`

                """),
        ModelCase(
            testDescription: "required by the model, null allowed",
            schema: #""required": ["title"], "properties": {"title": {"type": ["string", "null"]}}"#,
            bodies: [titled], model: binding(Titled.self),
            expected: """
                model-required-contract-optional: '/title' is allowed to be null by the contract, Titled.title expects String
                  at Photos.swift:1:21, Contracts/photos.json:5:53
                  next: disallow null in Contracts/photos.json:5:53, or make `Titled.title` optional, and run `verbatim models photos`

                """),
        ModelCase(
            testDescription: "absent although the model requires it", schema: optional,
            bodies: [titled, "{}"],
            model: binding(Titled.self),
            expected: """
                model-required-absent: '/title' is present in only 1 of 2, Titled.title expects String
                  at Photos.swift:1:21, Contracts/photos.json:5:30
                  next: make `Titled.title` optional, and run `verbatim models photos`

                """),
        ModelCase(
            testDescription: "absent although model and contract require it", schema: required,
            bodies: [titled, "{}"],
            model: binding(Titled.self),
            expected: """
                model-required-contract-violated: '/title' is present in only 1 of 2, Titled.title expects String
                  at Photos.swift:1:21, Contracts/photos.json:5:53
                  next: make `Titled.title` optional and remove "title" from 'required' in Contracts/photos.json:5:5, and run `verbatim models photos`

                """),
        ModelCase(
            testDescription: "absent although the contract requires it", schema: required,
            bodies: [titled, "{}"],
            model: binding(MaybeTitled.self),
            expected: """
                model-optional-contract-violated: '/title' is present in only 1 of 2, although the contract requires it, MaybeTitled.title is optional
                  at Photos.swift:2:26, Contracts/photos.json:5:53
                  next: remove "title" from 'required' in Contracts/photos.json:5:5, and run `verbatim models photos`

                """),
        ModelCase(
            testDescription: "optional in the model only", schema: required, bodies: [titled],
            model: binding(MaybeTitled.self),
            expected: """
                model-optional-contract-required: '/title' is required by the contract and present in 1 of 1, MaybeTitled.title is optional
                  at Photos.swift:2:26, Contracts/photos.json:5:53
                  next: make `MaybeTitled.title` required, or keep it optional if the contract is too strict, and run `verbatim models photos`

                """),
        ModelCase(
            testDescription: "optional, but always present", schema: optional, bodies: [titled, titled],
            model: binding(MaybeTitled.self),
            expected: """
                model-optional-always-present: '/title' is present in 2 of 2, but optional in the contract, MaybeTitled.title is optional
                  at Photos.swift:2:26, Contracts/photos.json:5:30
                  next: add "title" to 'required' in Contracts/photos.json:5:5, or keep it optional if a sample of 2 is too small, and run `verbatim models photos`

                """),
        ModelCase(
            testDescription: "read, but undocumented", schema: nothing, bodies: [titled, "{}"],
            model: binding(MaybeTitled.self),
            expected: """
                model-property-undocumented: '/title' is present in 1 of 2 and not documented in the contract, MaybeTitled.title expects String?
                  at Photos.swift:2:26, Contracts/photos.json:5:5
                  next: document "title" in Contracts/photos.json:5:5, and run `verbatim models photos`

                """),
        ModelCase(
            testDescription: "read, never recorded", schema: optional, bodies: ["{}"],
            model: binding(MaybeTitled.self),
            expected: """
                model-property-never-present: '/title' is present in 0 of 1, MaybeTitled.title expects String?
                  at Photos.swift:2:26, Contracts/photos.json:5:30
                  next: record a scenario in which it is present, or delete `MaybeTitled.title`, and run `verbatim models photos`

                """),
        ModelCase(
            testDescription: "read, neither documented nor recorded", schema: nothing,
            bodies: ["{}"],
            model: binding(MaybeTitled.self),
            expected: """
                model-property-unknown: '/title' is present in 0 of 1 and not documented in the contract, MaybeTitled.title expects String?
                  at Photos.swift:2:26, Contracts/photos.json:5:5
                  next: correct the name of `MaybeTitled.title`, or delete it, and run `verbatim models photos`

                """),
        ModelCase(
            testDescription: "recorded but not read; documented, but neither recorded nor read",
            schema:
                #""required": ["title"], "properties": {"title": {"type": "string"}, "size": {"type": "string"}}"#,
            bodies: [#"{"title": "a", "owner": "b"}"#], model: binding(Titled.self),
            expected: """
                property-unread: the body is read except for owner, Titled reads the rest
                  at Photos.swift:1:8, Contracts/photos.json:5:5
                  next: read them in `Titled` if the app needs them; `verbatim models photos --format json` lists each
                property-unused: the body is documented with size, never recorded, Titled reads the rest
                  at Photos.swift:1:8, Contracts/photos.json:5:5
                  next: remove them from Contracts/photos.json, or record a scenario in which they are present: `verbatim record photos`

                """),
    ]
}
