import Foundation
import RecordReplay
import ServiceContracts
import VerbatimCommands

extension Setting {
    /// The APIs of this package, and the stand-ins of their providers.
    static let providers = Setting(
        apis: API.all,
        startStandIns: { environment in RunningStandIns(map: StandIns(), stop: {}) },
        environment: ProcessInfo.processInfo.environment)
}
