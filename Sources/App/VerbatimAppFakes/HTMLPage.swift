/// Pages for people, as servers show them when there is nothing for programs.
enum HTMLPage {
    static func text(_ status: Int, _ title: String) -> String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <title>\(title)</title>
        </head>
        <body>
        <h1>\(status) \(title)</h1>
        </body>
        </html>

        """
    }
}
