import Foundation
import VerbatimAPI
import VerbatimCommands

exit(await CommandLineTool(.providers).run(Array(CommandLine.arguments.dropFirst())).rawValue)
