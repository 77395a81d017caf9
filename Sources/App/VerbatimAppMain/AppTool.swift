import VerbatimAppAPIs
import VerbatimAppFakes
import VerbatimKit

/// The tool of the app: its APIs, and the fake providers with the faults in `VERBATIM_FAKE`.
@main struct AppTool: VerbatimTool {
    static let apis = API.all
    static let sources = "Sources/App/VerbatimAppClients"
    static let fakes = Fakes { environment in
        do {
            let plan = try FaultPlan(parsing: environment[FaultPlan.environmentVariable] ?? "")
            let fakes = try FakeServers.start(plan)
            return Fakes.Running(origins: fakes.origins, stop: fakes.stop)
        } catch let error as FaultPlanError {
            throw EnvironmentError("\(error)")
        }
    }
}
