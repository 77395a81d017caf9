import Foundation
import RecordReplay
import Sandbox
import ServiceContracts
import VerbatimCommands

extension Setting {
    /// The APIs of this package, and the stand-ins of their providers.
    static let providers = Setting(
        apis: API.all,
        startStandIns: { environment in
            let behaviour = try Behaviour(parsing: environment[Behaviour.environmentVariable] ?? "")
            let standIns = try StandInProviders.start(behaviour)
            return RunningStandIns(map: StandIns(standIns.origins), stop: standIns.stop)
        },
        environment: ProcessInfo.processInfo.environment)
}
