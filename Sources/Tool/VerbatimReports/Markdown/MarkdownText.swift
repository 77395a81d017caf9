import VerbatimJSON

/// Pieces of GitHub's Markdown that hold texts of files and providers.
///
/// Such a text is only ever in a `code` or `pre` element of an HTML block. There, no Markdown is read, and
/// GitHub links neither names nor issues nor replaces emoji, so it is enough to escape HTML. The text has no
/// line break, so it cannot end the block. See https://github.github.com/gfm/#html-blocks.
enum MarkdownText {
    /// Returns a text of a file or a provider, on one line and cut after a number of characters.
    static func code(_ text: String, limit: Int = 400) -> String {
        "<code>\(escaped(text.excerpt(limit)))</code>"
    }

    /// Returns text in which HTML has no meaning.
    static func escaped(_ text: String) -> String {
        // Neither is special in HTML; a reader of the source may take them for Markdown nevertheless.
        text.escapedMarkup.replacing("`", with: "&#96;").replacing("|", with: "&#124;")
    }

    /// Returns a part of which only the summary is shown until it is opened.
    ///
    /// - Parameters:
    ///   - summary: The summary, as HTML.
    ///   - content: The content, as HTML without empty lines.
    static func details(_ summary: String, _ content: [String]) -> String {
        (["<details><summary>\(summary)</summary>"] + content + ["</details>"]).joined(separator: "\n")
            + "\n\n"
    }

    /// Returns a list of HTML.
    static func list(_ entries: [String]) -> [String] {
        ["<ul>"] + entries.map { "<li>\($0)</li>" } + ["</ul>"]
    }

    /// Returns a table whose first row has the headings; the cells are texts of files and providers.
    static func table(_ rows: [[String]], numberColumns: Set<Int> = []) -> [String] {
        let lines = rows.enumerated().map { number, row in
            let tag = number == 0 ? "th" : "td"
            let cells = row.enumerated().map { column, cell in
                let alignment = numberColumns.contains(column) ? " align=\"right\"" : ""
                let isPlain = number == 0 || numberColumns.contains(column)
                return "<\(tag)\(alignment)>\(isPlain ? escaped(cell) : code(cell))</\(tag)>"
            }
            return "<tr>" + cells.joined() + "</tr>"
        }
        return ["<table>"] + lines + ["</table>"]
    }
}

/// Text that is cut at a limit, in whole parts.
struct LimitedText {
    private(set) var text: String
    private var rest: Int

    /// Creates a text.
    ///
    /// - Parameters:
    ///   - text: The beginning, which is never cut.
    ///   - limit: The number of UTF-8 bytes, of which a character has at least one.
    init(_ text: String, limit: Int) {
        self.text = text
        rest = limit - text.utf8.count
    }

    /// Appends a part if it fits, and returns whether it did.
    mutating func append(_ part: String) -> Bool {
        guard part.utf8.count <= rest else { return false }
        text += part
        rest -= part.utf8.count
        return true
    }
}
