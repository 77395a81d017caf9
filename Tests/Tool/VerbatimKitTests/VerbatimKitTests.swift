import Testing
import VerbatimKit

@Suite struct VerbatimKitTests {
    @Test func `one import binds an API`() {
        let api = API(
            name: "weather", secrets: [Secret("key", in: [.query])], scenarios: [],
            models: [])
        #expect(CommandContext(apis: [api]).apis.map(\.name) == ["weather"])
    }
}
