import Testing
import VerbatimReports

@Suite struct TextTableTests {
    @Test func `text is aligned to the left and numbers to the right`() {
        let table = TextTable(
            [["name", "count", "status"], ["search", "12", "200"], ["lookup", "3"]], numberColumns: [1])
        #expect(
            table.text == """
                name    count  status
                search     12  200
                lookup      3

                """)
    }

    @Test func `a table without rows is empty`() {
        #expect(TextTable([]).text == "")
    }
}
