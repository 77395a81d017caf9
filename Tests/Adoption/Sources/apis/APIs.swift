import Verbatim

@main struct APIs: VerbatimTool { static let apis: [API] = [.weather] }
