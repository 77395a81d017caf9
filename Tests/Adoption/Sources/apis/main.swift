import Foundation
import Verbatim

let weather = API(name: "weather", title: "Weather", scenarios: [], models: [])
exit(
    await CommandLineTool(CommandContext(apis: [weather])).run(Array(CommandLine.arguments.dropFirst())).rawValue)
