import Foundation
import Testing
@_spi(Tape) import VerbatimJSON
import VerbatimTestSupport

@Suite struct StreamedArrayTests {
    /// The sizes of the windows: less than an element, some elements, and the whole text.
    private static let windows = [1, 300, 1 << 19]

    /// Opens a file with a text, in up to some number of parts, and returns the elements found in it.
    private func open(_ bytes: [UInt8], parts: Int, window: Int) throws -> [(text: String, json: JSON)]? {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).json")
        defer { _ = try? FileManager.default.removeItem(at: file) }
        try Data(bytes).write(to: file)
        let read = StreamedArray.open(
            file: file.path, names: ["a", "b"], parts: parts, window: window, into: [String]()
        ) {
            $0.append($1.json?.text ?? "none")
        }
        guard let read else { return nil }
        #expect(read.parts.count <= parts)
        let visited = read.parts.flatMap { $0 }
        #expect(visited.count == read.array.count)
        return try zip(visited, 0..<read.array.count).map { ($0, try #require(read.array[$1])) }
    }

    /// Compares a streamed array with the parsed document; returns whether the array was found.
    @discardableResult
    private func compare(_ bytes: [UInt8], parts: Int) throws -> Bool {
        let found = try Self.windows.map { try compare(bytes, parts: parts, window: $0) }
        #expect(
            Set(found).count == 1, "the window makes a difference: \(String(decoding: bytes, as: UTF8.self))")
        return found.contains(true)
    }

    private func compare(_ bytes: [UInt8], parts: Int, window: Int) throws -> Bool {
        let found = try open(bytes, parts: parts, window: window)
        let document = try? JSON(parsing: bytes)
        let array = document?["a"]["b"]
        guard let found else { return false }
        let text = String(decoding: bytes, as: UTF8.self)
        let whole = try #require(array, "found an array in an invalid document: \(text)")
        try #require(whole.kind == .array && whole.count == found.count, "\(text)")
        for (element, (visited, json)) in zip(whole.elements, found) {
            #expect(visited == element.text)
            #expect(json.text == element.text)
            #expect(json.position == element.position)
            #expect(json.pointer == element.pointer)
            let (inner, other) = (json.members.map(\.value).last, element.members.map(\.value).last)
            #expect(inner?.position == other?.position && inner?.pointer == other?.pointer)
        }
        return true
    }

    static let texts = [
        #"{"a":{"b":[]}}"#,
        #"{"a":{"b":[{}]}}"#,
        #"{"x":[1,{"a":2}],"a":{"c":"]","b":[{"a":1},{"a":"},{\"a\":"},{"a":[{"a":2},{"a":3}]}],"d":{}},"y":null}"#,
        "{ \"a\" : {\n \"b\" : [\n  {\"a\" : 1 } ,\n  { \"a\": 2 },\n  {\"a\":[ ]}\n ] , \"e\": 1.5e3 } }\n",
        #"{"a":{"b":[{"a":"é"},{"a":"\n"}],"b":[{}]},"a":{"b":{}}}"#,
    ]

    @Test(arguments: texts, [1, 2, 5])
    func `has the elements of the document with their positions and pointers`(text: String, parts: Int) throws
    {
        #expect(try compare(Array(text.utf8), parts: parts))
    }

    @Test(arguments: [
        "", "[]", #"{"a":{}}"#, #"{"a":{"b":{}}}"#, #"{"a":{"b":[1]}}"#, #"{"a":{"b":[{},null]}}"#,
        #"{"b":[{}]}"#,
        #"{"a":[],"a":{"b":[{}]}}"#, #"{"\u0061":{"b":[{}]}}"#, #"{"x":{"a":{"b":[{}]}}}"#,
        "\u{feff}{\"a\":{\"b\":[]}}",
    ])
    func `is not found if the whole document must be parsed`(text: String) throws {
        for window in Self.windows {
            #expect(try open(Array(text.utf8), parts: 3, window: window) == nil)
        }
    }

    @Test(arguments: texts, [1, 3])
    func `is never found in a truncated text`(text: String, parts: Int) throws {
        let bytes = Array(text.utf8)
        for count in 0..<bytes.count - 2 {
            for window in Self.windows {
                #expect(try open(Array(bytes[..<count]), parts: parts, window: window) == nil)
            }
        }
    }

    @Test(arguments: [1, 2, 3, 7])
    func `is found in a mutated text only if the document contains it`(parts: Int) throws {
        var random = SeededRandom(seed: UInt64(parts))
        let alphabet = Array(#"{}[],:"\ab 0n"#.utf8) + [0x0a, 0x1f, 0x80, 0xc3]
        var found = 0
        for _ in 0..<TestEffort.count(100, of: 400) {
            var bytes = Array(Self.texts.randomElement(using: &random)?.utf8 ?? "".utf8)
            for _ in 0..<Int.random(in: 0...2, using: &random) {
                let index = Int.random(in: 0..<bytes.count, using: &random)
                let byte = alphabet.randomElement(using: &random) ?? 0
                switch Int.random(in: 0...2, using: &random) {
                case 0: bytes[index] = byte
                case 1: bytes.insert(byte, at: index)
                default: bytes.remove(at: index)
                }
            }
            if try compare(bytes, parts: parts) { found += 1 }
        }
        #expect(found > 5)
    }

    @Test func `has no elements of a file that was written to after it was opened`() throws {
        try withTemporaryFolder { folder in
            let file = folder.appending(path: "a.json")
            try Data(#"{"a": [{"b": 1}, {"b": 2}]}"#.utf8).write(to: file)
            let read = StreamedArray.open(file: file.path, names: ["a"], parts: 1, into: 0) { count, _ in
                count += 1
            }
            let array = try #require(read?.array)
            #expect(read?.parts == [2] && array[1]?.text == #"{"b": 2}"#)
            for text in [#"{"a": [{"b": 1}, {"b": 3}, 4]}"#, "", #"{"a": []}"#] {
                let handle = try FileHandle(forWritingTo: file)
                try handle.truncate(atOffset: 0)
                try handle.write(contentsOf: Data(text.utf8))
                try handle.close()
                #expect(array[1] == nil)
            }
        }
    }

    @Test func `keeps the elements of a file that was replaced or removed`() throws {
        try withTemporaryFolder { folder in
            let file = folder.appending(path: "a.json")
            try Data(#"{"a": [{"b": 1}]}"#.utf8).write(to: file)
            let read = StreamedArray.open(file: file.path, names: ["a"], parts: 1, into: 0) { count, _ in
                count += 1
            }
            let array = try #require(read?.array)
            try Data(#"{"a": [{"b": 2}]}"#.utf8).write(to: file, options: .atomic)
            #expect(array[0]?.text == #"{"b": 1}"#)
            try FileManager.default.removeItem(at: file)
            #expect(array[0]?.position.description == "1:8")
        }
    }

    @Test func `has every element in order for any number of blocks and parts`() throws {
        var random = SeededRandom(seed: 1)
        for _ in 0..<TestEffort.count(10, of: 100) {
            let elements = (0..<Int.random(in: 1...TestEffort.count(60, of: 400), using: &random)).map {
                number in
                let filler = String(repeating: "x", count: Int.random(in: 0...90, using: &random))
                return
                    "{\"n\": \(number), \"s\": \"\(filler)\\u00e9\\\"}, {\\\"n\\\"\", \"é\": [{\"n\": 1}, {\"n\": 2}]}"
            }
            let space = String(repeating: " ", count: Int.random(in: 0...130, using: &random))
            let text = "{\"a\": {\"b\": [" + elements.joined(separator: ",\n\(space)") + "]\(space)}}\(space)"
            #expect(try compare(Array(text.utf8), parts: Int.random(in: 1...6, using: &random)))
        }
    }
}
