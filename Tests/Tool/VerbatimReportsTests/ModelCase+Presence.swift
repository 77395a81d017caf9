/// Whether a member is there: the combinations of promised, seen and required.
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
            testDescription: "required by the model, not promised", schema: optional, bodies: [titled],
            model: binding(Titled.self),
            expected: """
                model-required-unpromised: '/title' is optional in the contract, Titled.title wants String
                  at Photos.swift:1:21, Contracts/photos.json:5:30
                  next: add "title" to 'required' in Contracts/photos.json:5:5, or make `Titled.title` optional, and run `make models API=photos`

                """),
        ModelCase(
            testDescription: "required by the model, unknown to the contract", schema: nothing,
            bodies: [titled],
            model: binding(Titled.self),
            expected: """
                model-required-unpromised: '/title' is unknown to the contract, Titled.title wants String
                  at Photos.swift:1:21, Contracts/photos.json:5:5
                  next: add "title" to 'required' in Contracts/photos.json:5:5, or make `Titled.title` optional, and run `make models API=photos`

                """),
        ModelCase(
            testDescription: "required by the model, null allowed",
            schema: #""required": ["title"], "properties": {"title": {"type": ["string", "null"]}}"#,
            bodies: [titled], model: binding(Titled.self),
            expected: """
                model-required-unpromised: '/title' is allowed to be null by the contract, Titled.title wants String
                  at Photos.swift:1:21, Contracts/photos.json:5:53
                  next: rule null out in Contracts/photos.json:5:53, or make `Titled.title` optional, and run `make models API=photos`

                """),
        ModelCase(
            testDescription: "seen absent though required", schema: optional, bodies: [titled, "{}"],
            model: binding(Titled.self),
            expected: """
                model-required-absent: '/title' is only there in 1 of 2, Titled.title wants String
                  at Photos.swift:1:21, Contracts/photos.json:5:30
                  next: make `Titled.title` optional, and run `make models API=photos`

                """),
        ModelCase(
            testDescription: "seen absent though required and promised", schema: required,
            bodies: [titled, "{}"],
            model: binding(Titled.self),
            expected: """
                model-required-promise-broken: '/title' is only there in 1 of 2, Titled.title wants String
                  at Photos.swift:1:21, Contracts/photos.json:5:53
                  next: make `Titled.title` optional and take "title" out of 'required' in Contracts/photos.json:5:5, and run `make models API=photos`

                """),
        ModelCase(
            testDescription: "seen absent though promised", schema: required, bodies: [titled, "{}"],
            model: binding(MaybeTitled.self),
            expected: """
                model-optional-promise-broken: '/title' is only there in 1 of 2, although it is promised, MaybeTitled.title is optional
                  at Photos.swift:2:26, Contracts/photos.json:5:53
                  next: take "title" out of 'required' in Contracts/photos.json:5:5, and run `make models API=photos`

                """),
        ModelCase(
            testDescription: "optional in the model, promised and there", schema: required, bodies: [titled],
            model: binding(MaybeTitled.self),
            expected: """
                model-optional-promised: '/title' is promised and there in 1 of 1, MaybeTitled.title is optional
                  at Photos.swift:2:26, Contracts/photos.json:5:53
                  next: make `MaybeTitled.title` required, or leave it if the contract promises too much, and run `make models API=photos`

                """),
        ModelCase(
            testDescription: "optional, but always there", schema: optional, bodies: [titled, titled],
            model: binding(MaybeTitled.self),
            expected: """
                model-optional-always-there: '/title' is there in 2 of 2, but optional in the contract, MaybeTitled.title is optional
                  at Photos.swift:2:26, Contracts/photos.json:5:30
                  next: add "title" to 'required' in Contracts/photos.json:5:5, or leave it if 2 are too few to tell, and run `make models API=photos`

                """),
        ModelCase(
            testDescription: "read, but unknown to the contract", schema: nothing, bodies: [titled, "{}"],
            model: binding(MaybeTitled.self),
            expected: """
                model-undocumented: '/title' is there in 1 of 2 and unknown to the contract, MaybeTitled.title wants String?
                  at Photos.swift:2:26, Contracts/photos.json:5:5
                  next: describe "title" in Contracts/photos.json:5:5, and run `make models API=photos`

                """),
        ModelCase(
            testDescription: "decoded, never seen", schema: optional, bodies: ["{}"],
            model: binding(MaybeTitled.self),
            expected: """
                model-never-seen: '/title' is there in 0 of 1, MaybeTitled.title wants String?
                  at Photos.swift:2:26, Contracts/photos.json:5:30
                  next: record a scenario in which it is there, or delete `MaybeTitled.title`, and run `make models API=photos`

                """),
        ModelCase(
            testDescription: "decoded, never seen and unknown to the contract", schema: nothing,
            bodies: ["{}"],
            model: binding(MaybeTitled.self),
            expected: """
                model-unknown: '/title' is there in 0 of 1 and unknown to the contract, MaybeTitled.title wants String?
                  at Photos.swift:2:26, Contracts/photos.json:5:5
                  next: correct the name of `MaybeTitled.title`, or delete it, and run `make models API=photos`

                """),
        ModelCase(
            testDescription: "seen, decoded by nobody; promised, but neither seen nor decoded",
            schema:
                #""required": ["title"], "properties": {"title": {"type": "string"}, "size": {"type": "string"}}"#,
            bodies: [#"{"title": "a", "owner": "b"}"#], model: binding(Titled.self),
            expected: """
                property-unread: the body is read but for owner, Titled reads the rest
                  at Photos.swift:1:8, Contracts/photos.json:5:5
                  next: read them in `Titled` if the app needs them; `verbatim models photos --format json` lists each
                property-unneeded: the body is promised with size, never seen, Titled reads what was seen
                  at Photos.swift:1:8, Contracts/photos.json:5:5
                  next: take them out of Contracts/photos.json, or record a scenario that shows them: `make record API=photos`

                """),
    ]
}
