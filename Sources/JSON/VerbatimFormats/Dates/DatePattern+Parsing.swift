import VerbatimJSON

extension DatePattern {
    /// Parses a pattern: letters are fields, apostrophes quote, all other characters are literal.
    static func parse(_ source: [UInt8]) throws(UnsupportedField) -> [Field] {
        var fields: [Field] = []
        var index = 0
        while index < source.count {
            let start = index
            let byte = source[index]
            if byte == UInt8(ascii: "'") {
                fields.append(.literal(try quoted(source, &index)))
            } else if byte.isLetter {
                while index < source.count, source[index] == byte { index += 1 }
                let letter = Unicode.Scalar(byte)
                guard let field = field(letter, index - start) else {
                    let letters = String(repeating: Character(letter), count: index - start)
                    throw UnsupportedField(letters: letters, offset: start)
                }
                fields.append(field)
            } else {
                fields.append(.literal([byte]))
                index += 1
            }
        }
        return fields
    }

    /// Parses `'text'`; two apostrophes are one literal apostrophe, inside and outside of quotations.
    private static func quoted(_ source: [UInt8], _ index: inout Int) throws(UnsupportedField) -> [UInt8] {
        let start = index
        let apostrophe = UInt8(ascii: "'")
        index += 1
        if index < source.count, source[index] == apostrophe {
            index += 1
            return [apostrophe]
        }
        var text: [UInt8] = []
        while index < source.count {
            let byte = source[index]
            index += 1
            if byte == apostrophe {
                guard index < source.count, source[index] == apostrophe else { return text }
                index += 1
            }
            text.append(byte)
        }
        throw UnsupportedField(letters: "'", offset: start)
    }

    private static func field(_ letter: Unicode.Scalar, _ count: Int) -> Field? {
        switch (letter, count) {
        case ("y", 1), ("u", 1): .number(.year, minimum: 1, maximum: 9)
        case ("y", 2): .number(.shortYear, minimum: 2, maximum: 2)
        case ("y", 4), ("u", 4): .number(.year, minimum: 4, maximum: 4)
        case ("M", 3), ("L", 3): .name(.month, months.map { String($0.prefix(3)) })
        case ("M", 4), ("L", 4): .name(.month, months)
        case ("M", 1...2), ("L", 1...2): .number(.month, minimum: count, maximum: 2)
        case ("d", 1...2): .number(.day, minimum: count, maximum: 2)
        case ("E", 1...3): .name(.weekday, weekdays.map { String($0.prefix(3)) })
        case ("E", 4): .name(.weekday, weekdays)
        case ("H", 1...2): .number(.hour24, minimum: count, maximum: 2)
        case ("h", 1...2): .number(.hour12, minimum: count, maximum: 2)
        case ("m", 1...2): .number(.minute, minimum: count, maximum: 2)
        case ("s", 1...2): .number(.second, minimum: count, maximum: 2)
        case ("S", 1...9): .number(.fraction, minimum: count, maximum: count)
        case ("a", 1...3): .name(.dayPeriod, ["AM", "PM"])
        default: zone(letter, count)
        }
    }

    private static func zone(_ letter: Unicode.Scalar, _ count: Int) -> Field? {
        switch (letter, count) {
        case ("z", 1...3): .zoneName
        case ("Z", 1...3): .offset(.basic, zulu: false)
        case ("Z", 4): .offset(.named, zulu: false)
        case ("Z", 5): .offset(.extended, zulu: true)
        case ("X", 1), ("x", 1): .offset(.hours, zulu: letter == "X")
        case ("X", 2), ("x", 2): .offset(.basic, zulu: letter == "X")
        case ("X", 3), ("x", 3): .offset(.extended, zulu: letter == "X")
        default: nil
        }
    }

    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
        "November", "December",
    ]

    private static let weekdays = [
        "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
    ]
}
