import Foundation
import ServiceContracts
import VerbatimCommands

exit(await Tool(.providers).run(Array(CommandLine.arguments.dropFirst())).rawValue)
