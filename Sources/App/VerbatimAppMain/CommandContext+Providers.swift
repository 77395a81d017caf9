import Foundation
import VerbatimAPI
import VerbatimAppAPIs
import VerbatimAppFakes
import VerbatimCommands
import VerbatimReplay

extension CommandContext {
    /// The APIs of this package, and the fake providers of their providers.
    static let providers = CommandContext(
        apis: API.all,
        startFakes: { environment in
            let originMap = try FakeProviders.start(try behaviour(in: environment))
            return RunningFakes(map: OriginMap(originMap.origins), stop: originMap.stop)
        },
        environment: ProcessInfo.processInfo.environment)

    /// How the fake providers are told to behave.
    private static func behaviour(in environment: [String: String]) throws(EnvironmentError) -> FaultPlan {
        do {
            return try FaultPlan(parsing: environment[FaultPlan.environmentVariable] ?? "")
        } catch {
            throw EnvironmentError("\(error)")
        }
    }
}
