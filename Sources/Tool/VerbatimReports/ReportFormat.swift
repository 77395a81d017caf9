import VerbatimJSON

/// A format of reports: a row with all that is known about it.
package struct ReportFormat: RawRepresentable, Hashable, CaseIterable, CustomStringConvertible, Sendable {
    /// The name on the command line.
    package let rawValue: String
    /// The ending of the names of files; nil if the format is for the log of a job only.
    package let suffix: String?
    /// The kind of text that it is for a console.
    package let printing: PrintedText
    /// Whether texts are escaped and cut, after which a secret in them can no longer be recognized.
    package let isCutting: Bool
    /// Returns a report in the format; its last line has a line break.
    fileprivate let text: @Sendable (Report, ReportOptions) -> String

    package static let allCases = [text, markdown, html, json, junit, sarif, github, xcode, stryker]

    /// Lines for people.
    package static let text = ReportFormat("text", ".txt", .lines, isCutting: false) {
        $1.text.text(of: $0, $1.files)
    }
    /// GitHub's Markdown.
    package static let markdown = ReportFormat("markdown", ".md", .data) {
        MarkdownReport(limit: $1.markdownLimit, files: $1.files).text(of: $0)
    }
    /// One HTML document.
    package static let html = ReportFormat("html", ".html", .data) { $1.html.text(of: $0, files: $1.files) }
    /// JSON for programs.
    package static let json = ReportFormat("json", ".json", .json, isCutting: false) { report, _ in
        ReportJSON.value(of: report).text(.pretty) + "\n"
    }
    /// Test cases.
    package static let junit = ReportFormat("junit", ".xml", .data) {
        JUnitReport(files: $1.files).text(of: $0)
    }
    /// Results for code scanning.
    package static let sarif = ReportFormat("sarif", ".sarif", .json) {
        SARIFReport(version: $1.version, files: $1.files).value(of: $0).text(.pretty) + "\n"
    }
    /// Commands in the log of a job of GitHub.
    package static let github = ReportFormat("github", nil, .commands) {
        WorkflowCommands(files: $1.files, token: $1.token).text(of: $0)
    }

    /// The messages of a compiler, for Xcode and editors.
    package static let xcode = ReportFormat("xcode", nil, .data) {
        CompilerMessages(files: $1.files).text(of: $0)
    }
    /// Stryker's report of mutants, for its viewer.
    package static let stryker = ReportFormat("stryker", ".stryker.json", .json) {
        StrykerReport(version: $1.version, files: $1.files).value(of: $0).text(.pretty) + "\n"
    }

    package init?(rawValue: String) {
        guard let format = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
        self = format
    }

    private init(
        _ name: String, _ suffix: String?, _ printing: PrintedText, isCutting: Bool = true,
        text: @escaping @Sendable (Report, ReportOptions) -> String
    ) {
        rawValue = name
        self.suffix = suffix
        self.printing = printing
        self.isCutting = isCutting
        self.text = text
    }

    package var description: String { rawValue }

    package static func == (lhs: ReportFormat, rhs: ReportFormat) -> Bool { lhs.rawValue == rhs.rawValue }

    package func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}

extension ReportCommand {
    /// The formats of its reports: only mutants have one of their own.
    package var formats: [ReportFormat] { ReportFormat.allCases.filter { self == .mutate || $0 != .stryker } }
}

/// The kinds of text, which a console prints in different ways.
package enum PrintedText: Sendable {
    /// Lines for people, which are wrapped.
    case lines
    /// Lines for programs.
    case data
    case json
    /// Commands for a build server.
    case commands
}

/// The options of the formats, each of which uses those that it knows.
package struct ReportOptions {
    package var text: ReportText
    package var markdownLimit: Int
    /// The format of HTML, with what it shows beside the report.
    package var html = HTMLReport()
    package var files: SourceFiles
    package var version: String
    /// The text that ends the part of a log in which GitHub reads no commands.
    package var token: String

    package init(
        text: ReportText = ReportText(), markdownLimit: Int = MarkdownReport.defaultLimit,
        files: SourceFiles = .none, version: String, token: String
    ) {
        self.text = text
        self.markdownLimit = markdownLimit
        self.files = files
        self.version = version
        self.token = token
    }
}

extension Report {
    /// Returns the report in a format; its last line has a line break.
    package func text(as format: ReportFormat, _ options: ReportOptions) -> String {
        format.text(self, options)
    }
}
