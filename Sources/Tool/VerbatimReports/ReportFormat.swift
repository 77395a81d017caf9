import VerbatimJSON

/// A format of reports.
public enum ReportFormat: String, Sendable, CaseIterable {
    case text, markdown, html, json, junit, jenkins, sarif, github

    /// The ending of the names of files; nil if the format is for the log of a job only.
    public var suffix: String? {
        switch self {
        case .text: ".txt"
        case .markdown: ".md"
        case .html: ".html"
        case .json: ".json"
        case .junit: ".xml"
        case .jenkins: ".jenkins.xml"
        case .sarif: ".sarif"
        case .github: nil
        }
    }
}

/// The options of the formats, each of which uses those that it knows.
public struct ReportOptions {
    /// The layout of text.
    public var text: ReportText
    /// The greatest number of characters of Markdown.
    public var markdownLimit: Int
    /// The format of HTML, with what it shows beside the report.
    public var html = HTMLReport()
    /// The files of the locations.
    public var files: SourceFiles
    /// The version of the tool.
    public var version: String
    /// The text that ends the part of a log in which GitHub reads no commands.
    public var token: String

    /// Creates options.
    public init(
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
    public func text(as format: ReportFormat, _ options: ReportOptions) -> String {
        switch format {
        case .text: options.text.text(of: self)
        case .markdown: MarkdownReport(limit: options.markdownLimit, files: options.files).text(of: self)
        case .html: options.html.text(of: self, files: options.files)
        case .json: ReportJSON.value(of: self).text(.pretty) + "\n"
        case .junit: JUnitReport(.gitLab, files: options.files).text(of: self)
        case .jenkins: JUnitReport(.jenkins, files: options.files).text(of: self)
        case .sarif:
            SARIFReport(version: options.version, files: options.files).value(of: self).text(.pretty) + "\n"
        case .github: WorkflowCommands(files: options.files, token: options.token).text(of: self)
        }
    }
}
