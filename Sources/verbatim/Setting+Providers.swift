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
            let standIns = try StandInProviders.start(try behaviour(in: environment))
            return RunningStandIns(map: StandIns(standIns.origins), stop: standIns.stop)
        },
        environment: ProcessInfo.processInfo.environment)

    /// How the stand-ins are told to behave.
    private static func behaviour(in environment: [String: String]) throws(SettingError) -> Behaviour {
        do {
            return try Behaviour(parsing: environment[Behaviour.environmentVariable] ?? "")
        } catch {
            throw SettingError("\(error)")
        }
    }
}
