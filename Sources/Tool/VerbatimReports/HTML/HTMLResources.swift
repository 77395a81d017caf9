import Foundation

/// The parts of every HTML report that are constant.
///
/// They are source code rather than files, so that the tool remains one executable.
enum HTMLResources {
    /// The style sheet.
    static let style = HTML(constant: styleText)
    /// The script.
    static let script = HTML(constant: scriptText)

    /// The content security policy: nothing is loaded, and only this style and this script apply.
    ///
    /// https://www.w3.org/TR/CSP3/#grammardef-hash-source
    static let policy =
        "default-src 'none'; img-src data:; style-src '\(hash(styleText))'; "
        + "script-src '\(hash(scriptText))'; base-uri 'none'; form-action 'none'"

    private static func hash(_ text: StaticString) -> String {
        "sha256-" + Data(SHA256.hash("\(text)".utf8)).base64EncodedString()
    }
}
