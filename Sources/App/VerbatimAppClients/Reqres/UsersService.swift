/// A list of users, whom an app may create, change and delete.
public protocol UsersService: Sendable {
    /// Lists all users, in pages of six.
    func users() -> PageSequence<ReqresUser, RESTError>

    /// Returns one user.
    ///
    /// - Throws: ``RESTError/clientError(_:)`` with status 404 if the user does not exist.
    func user(id: Int) async throws(RESTError) -> ReqresUser

    /// Creates a user.
    func createUser(name: String, job: String) async throws(RESTError) -> ReqresCreatedUser

    /// Replaces the name and the job of a user.
    func replaceUser(id: Int, name: String, job: String) async throws(RESTError) -> ReqresUpdatedUser

    /// Changes the job of a user.
    func updateUser(id: Int, job: String) async throws(RESTError) -> ReqresUpdatedUser

    /// Deletes a user.
    func deleteUser(id: Int) async throws(RESTError)

    /// Loads the avatar of a user.
    func avatar(of user: ReqresUser) async throws(RESTError) -> DownloadedImage

    /// Cancels all requests in progress; they throw ``RESTError/cancelled``.
    func cancel()
}
