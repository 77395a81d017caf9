import VerbatimKit

@main struct APIs: VerbatimTool { static let apis: [API] = [.weather] }
