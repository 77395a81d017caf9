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
            Scenario("missing-user", "requests a user who does not exist") { context in
                let reqres = ReqresService(context)
                try await Scenario.expect("an error with status 404") { () async throws(RESTError) in
                    try await reqres.user(id: 23)
                } where: { error in
                    if case .clientError(let response) = error { response.status == 404 } else { false }
                }
            },
            Scenario("create-user", "creates a user") { context in
                let user = try await ReqresService(context)
                    .createUser(name: "morpheus", job: "leader")
                try Scenario.require(user.name == "morpheus", "user with the given name")
            },
        ] + Scenario.reqresFaults,
        models: [
            ModelBinding("users.list", ReqresUserPage.self, decoder: ReqresService.makeDecoder),
            ModelBinding("users.get", ReqresUserEnvelope.self, decoder: ReqresService.makeDecoder),
            ModelBinding("users.create", ReqresCreatedUser.self, decoder: ReqresService.makeDecoder),
        ]
            + ["users.list", "users.get", "users.create", "users.replace", "users.update", "users.delete"]
            .map {
                ModelBinding(
                    $0, statuses: 401...401, ReqresFailure.self, decoder: ReqresService.makeDecoder)
            })

    /// The key that reqres.in has required since 2025.
    fileprivate static let reqresKey = AccessKey(
        variable: "REQRES_API_KEY", secret: Secret("X-Api-Key", in: [.header]), source: "https://reqres.in",
        isRequired: false)
}

extension ReqresService {
    fileprivate init(_ context: ScenarioContext) {
        self.init(session: context.session, apiKey: context.keyIfSet(API.reqresKey))
    }
}
