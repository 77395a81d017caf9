import Foundation

/// Dates in the format of HTTP: `Sun, 06 Nov 1994 08:49:37 GMT`.
///
/// RFC 9110, section 5.6.7: https://www.rfc-editor.org/rfc/rfc9110#section-5.6.7
enum HTTPDate {
    static func text(_ secondsSince1970: Int) -> String {
        var seconds = time_t(secondsSince1970)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        let time = [parts.tm_hour, parts.tm_min, parts.tm_sec].map { padded(Int($0)) }.joined(separator: ":")
        let date = "\(padded(Int(parts.tm_mday))) \(months[Int(parts.tm_mon)]) \(Int(parts.tm_year) + 1900)"
        return "\(days[Int(parts.tm_wday)]), \(date) \(time) GMT"
    }

    private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}
