import VerbatimAppAPIs
import VerbatimAppFakes
import VerbatimKit

/// The tool of the app: its APIs, and the fake providers with the faults in `VERBATIM_FAKE`.
@main struct AppTool: VerbatimTool {
    static let apis = API.all
    static let sources = "Sources/App/VerbatimAppClients"
    static let fakes = Fakes { environment in
        do {
            let fakes = try FakeServers.start(in: environment)
            return Fakes.Running(origins: fakes.origins, stop: fakes.stop)
        } catch let error as FaultPlanError {
            throw EnvironmentError("\(error)")
        } catch let error as CatalogueError {
            throw EnvironmentError("\(error)")
        }
    }
}
