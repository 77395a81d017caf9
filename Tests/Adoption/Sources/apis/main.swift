import Foundation
import Verbatim

let weather = API(name: "weather", title: "Weather", scenarios: [], models: [])
let tool = CommandLineTool(CommandContext(apis: [weather]))
exit(await tool.run(Array(CommandLine.arguments.dropFirst())).rawValue)
