import Foundation
import VerbatimAPI
import VerbatimAppAPIs
import VerbatimAppFakes
import VerbatimCommands
import VerbatimReplay

/// Starts the fake providers, with the faults in `VERBATIM_FAKE`.
@Sendable func startFakes(_ environment: [String: String]) throws -> CommandContext.RunningFakes {
    do {
        let plan = try FaultPlan(parsing: environment[FaultPlan.environmentVariable] ?? "")
        let fakes = try FakeProviders.start(plan)
        return CommandContext.RunningFakes(map: OriginMap(fakes.origins), stop: fakes.stop)
    } catch let error as FaultPlanError {
        throw EnvironmentError("\(error)")
    }
}

let context = CommandContext(
    apis: API.all, sources: "Sources/App/VerbatimAppClients", startFakes: startFakes)
exit(await CommandLineTool(context).run(Array(CommandLine.arguments.dropFirst())).rawValue)
