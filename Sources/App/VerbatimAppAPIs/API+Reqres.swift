public import VerbatimAPI
import VerbatimAppClients
import VerbatimModels
import VerbatimReplay

extension API {
    /// reqres.in, an example of a REST service: users.
    public static let reqres = API(
        name: "reqres", title: "reqres.in",
        keys: [reqresKey],
        scenarios: [
            Scenario("list-users", "lists the second page of users and loads an avatar") { context in
                let reqres = ReqresService(context)
                let page = try await reqres.users(page: 2)
                _ = try await reqres.avatar(of: try Scenario.require(page.users.first, "user"))
            },
            Scenario("missing-user", "requests a user who does not exist", refusals: [404]) { context in
                let reqres = ReqresService(context)
                try await Scenario.expect("an error with status 404") { () async throws(RESTError) in
                    try await reqres.user(id: 23)
                } where: { error in
                    if case .clientError(let response) = error { response.status == 404 } else { false }
                }
            },
            Scenario("one-user", "reads the users page by page, and one of them by identifier") { context in
                let reqres = ReqresService(context)
                let users = try await reqres.users().items.reduce(into: []) { $0.append($1) }
                let last = try Scenario.require(users.last, "user")
                try Scenario.require(try await reqres.user(id: last.id) == last, "the same user")
            },
            Scenario("create-user", "creates a user") { context in
                let user = try await ReqresService(context)
                    .createUser(name: "morpheus", job: "leader")
                try Scenario.require(user.name == "morpheus", "user with the given name")
            },
            Scenario("change-user", "replaces, changes and deletes a user") { context in
                let reqres = ReqresService(context)
                let replaced = try await reqres.replaceUser(id: 2, name: "morpheus", job: "zion resident")
                try Scenario.require(replaced.name == "morpheus", "user with the given name")
                let changed = try await reqres.updateUser(id: 2, job: "leader")
                try Scenario.require(changed.job == "leader", "user with the given job")
                try await reqres.deleteUser(id: 2)
            },
            Scenario("missing-avatar", "loads an avatar that does not exist", refusals: [404]) { context in
                try await Scenario.expectStatus(
                    404, of: "https://reqres.in/img/faces/999-image.jpg", in: context)
            },
        ] + reqresFaults,
        models: [
            ModelBinding("users.list", ReqresUserPage.self, decoder: ReqresService.makeDecoder),
            ModelBinding("users.get", ReqresUserEnvelope.self, decoder: ReqresService.makeDecoder),
            ModelBinding("users.create", ReqresCreatedUser.self, decoder: ReqresService.makeDecoder),
            ModelBinding("users.replace", ReqresUpdatedUser.self, decoder: ReqresService.makeDecoder),
            ModelBinding("users.update", ReqresUpdatedUser.self, decoder: ReqresService.makeDecoder),
        ]
            + ["users.list", "users.get", "users.create", "users.replace", "users.update", "users.delete"]
            .map {
                ModelBinding(
                    $0, statuses: 401...401, ReqresFailure.self, decoder: ReqresService.makeDecoder)
            })

    /// The failure that only the fake provider shows on request.
    private static let reqresFaults = Scenario.failures(
        [("missing-key", "reqres=401", 401, "sends every request without an API key")],
        requests: [
            RESTRequest(.get, reqresUsers), RESTRequest(.get, reqresUsers + "/2"),
            RESTRequest(.post, reqresUsers, body: reqresUser),
            RESTRequest(.put, reqresUsers + "/2", body: reqresUser),
            RESTRequest(.patch, reqresUsers + "/2", body: reqresUser),
            RESTRequest(.delete, reqresUsers + "/2"),
        ])

    private static let reqresUsers = "https://reqres.in/api/users"
    private static let reqresUser = RESTBody.parameters(["name": "morpheus", "job": "leader"])

    /// The key that reqres.in has required since 2025.
    fileprivate static let reqresKey = AccessKey(
        variable: "REQRES_API_KEY", secret: Secret("X-Api-Key", in: [.header]), source: "https://reqres.in",
        isRequired: false)
}

extension ReqresService {
    fileprivate convenience init(_ context: ScenarioContext) {
        self.init(session: context.session, apiKey: context.keyIfSet(API.reqresKey))
    }
}
