import Foundation
public import VerbatimAPI
import VerbatimAppClients
import VerbatimModels
import VerbatimReplay

extension API {
    /// reqres.in, an example of a REST service: users.
    public static let reqres = API(
        name: "reqres",
        keys: [reqresKey],
        // 20 requests a minute from an address, and 250 a day with a free key: https://reqres.in/llms.txt
        rate: .every(.seconds(3)),
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
                let user = try await ReqresService(context).createUser(name: "morpheus", job: "leader")
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
            Scenario(
                "missing-avatar", "loads an avatar that does not exist", refusals: [404], needsKeys: false,
                guess: "status 404 for an avatar that does not exist"
            ) { context in
                try await Scenario.expectStatus(
                    404, of: "https://reqres.in/img/faces/999-image.jpg", in: context)
            },
            Scenario("create-user-by-form", "creates a user with a form") { context in
                let form = "application/x-www-form-urlencoded"
                let response = try await send(.post, reqresUsers, form, user, in: context)
                try Scenario.require(response.status == 201, "status 201; it is \(response.status)")
            },
            Scenario("upload-user", "replaces a user with the bytes of a body, and with those of a file") {
                context in
                let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
                // The system empties the folder of temporary files if this fails.
                defer { try? FileManager.default.removeItem(at: file) }
                try Data(#"{"name":"trinity","job":"pilot"}"#.utf8).write(to: file)
                for body in [RESTBody.raw(Data(#"{"name":"morpheus","job":"leader"}"#.utf8)), .file(file)] {
                    let response = try await send(
                        .put, reqresUsers + "/2", "application/json", body, in: context)
                    let user: ReqresUpdatedUser = try response.decoded(by: ReqresService.makeDecoder())
                    try Scenario.require(user.job != nil, "user with a job")
                }
            },
            Scenario(
                "missing-key", "sends every request without an API key", refusals: [401], needsKeys: false
            ) { context in
                let requests = [
                    RESTRequest(.get, reqresUsers), RESTRequest(.get, reqresUsers + "/2"),
                    RESTRequest(.post, reqresUsers, body: user),
                    RESTRequest(.put, reqresUsers + "/2", body: user),
                    RESTRequest(.patch, reqresUsers + "/2", body: user),
                    RESTRequest(.delete, reqresUsers + "/2"),
                ]
                for request in requests {
                    let response = try await RESTClient(session: context.session).response(to: request)
                    try Scenario.require(response.status == 401, "status 401; it is \(response.status)")
                }
            },
        ],
        models: [
            ModelBinding("users.list", ReqresUserPage.self, decoder: ReqresService.makeDecoder),
            ModelBinding("users.get", ReqresUserEnvelope.self, decoder: ReqresService.makeDecoder),
            ModelBinding("users.create", ReqresCreatedUser.self, decoder: ReqresService.makeDecoder),
            ModelBinding("users.replace", ReqresUpdatedUser.self, decoder: ReqresService.makeDecoder),
            ModelBinding("users.update", ReqresUpdatedUser.self, decoder: ReqresService.makeDecoder),
            .image("avatars.get"),
        ]
            + ["users.list", "users.get", "users.create", "users.replace", "users.update", "users.delete"]
            .map {
                ModelBinding($0, statuses: 401...401, ReqresFailure.self, decoder: ReqresService.makeDecoder)
            })

    /// Sends a body of a media type, with the key.
    private static func send(
        _ method: RESTMethod, _ url: String, _ mediaType: String, _ body: RESTBody,
        in context: ScenarioContext
    ) async throws -> RESTResponse {
        let headers = ["Content-Type": mediaType, "X-Api-Key": context.key(reqresKey)]
        let request = RESTRequest(method, url, headers: headers, body: body)
        return try await RESTClient(session: context.session).response(to: request).successful()
    }

    private static let reqresUsers = "https://reqres.in/api/users"
    private static let user = RESTBody.parameters(["name": "morpheus", "job": "leader"])

    /// The key that reqres.in has required since 2025.
    fileprivate static let reqresKey = AccessKey(
        variable: "REQRES_API_KEY", secret: Secret("X-Api-Key", in: [.header]),
        source: "https://app.reqres.in/api-keys")
}

extension ReqresService {
    fileprivate convenience init(_ context: ScenarioContext) {
        self.init(session: context.session, apiKey: context.key(API.reqresKey))
    }
}
