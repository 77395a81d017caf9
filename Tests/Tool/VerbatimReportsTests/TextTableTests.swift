import Testing
import VerbatimReports

struct TextTableTests {
    @Test func `aligns texts to the left and numbers to the right`() {
        let table = TextTable(
            [["name", "seen", "status"], ["search", "12", "200"], ["lookup", "3"]], numbers: [1])
        #expect(
            table.text == """
                name    seen  status
                search    12  200
                lookup     3

                """)
    }

    @Test func `of no rows is no text`() {
        #expect(TextTable([]).text == "")
    }
}
