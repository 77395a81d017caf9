import Foundation
import Testing
import VerbatimJSON
import VerbatimTestSupport

@testable import VerbatimContract

@Suite struct FileCacheTests {
    private static let old = Date(timeIntervalSince1970: 1_700_000_000)

    private func write(_ text: String, to file: URL, at time: Date = old) throws {
        try Data(text.utf8).write(to: file)
        try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: file.path)
    }

    @Test func `a value is made again once one of its files has been written to`() throws {
        try withTemporaryFolder { folder in
            let (file, other) = (folder.appending(path: "a"), folder.appending(path: "b"))
            let cache = FileCache<String>()
            func value() throws -> String {
                try cache.value(of: file, others: { _ in [other] }) {
                    try String(contentsOf: file, encoding: .utf8) + String(contentsOf: other, encoding: .utf8)
                }
            }
            try write("1", to: file)
            try write("1", to: other)
            #expect(try value() == "11")
            // Nothing shows this change: neither the size nor the time.
            let handle = try FileHandle(forWritingTo: file)
            try handle.write(contentsOf: Data("2".utf8))
            try handle.close()
            try FileManager.default.setAttributes([.modificationDate: Self.old], ofItemAtPath: file.path)
            #expect(try value() == "11")
            try write("33", to: other)
            #expect(try value() == "233")
            try FileManager.default.removeItem(at: other)
            #expect(throws: (any Error).self) { try value() }
        }
    }

    @Test func `a file that may change without another time is read each time`() throws {
        try withTemporaryFolder { folder in
            let file = folder.appending(path: "a")
            try write("1", to: file, at: Date().addingTimeInterval(3600))
            let (cache, count) = (FileCache<Int>(), Counter())
            for number in 1...3 { #expect(cache.value(of: file) { count.next() } == number) }
            #expect(cache.value(of: folder.appending(path: "missing")) { count.next() } == 4)
            #expect(cache.value(of: folder.appending(path: "missing")) { count.next() } == 5)
        }
    }

    private final class Counter {
        private var count = 0

        func next() -> Int {
            count += 1
            return count
        }
    }

    @Test func `contracts are read again once a part has changed`() throws {
        try withTemporaryFolder { folder in
            let (file, part) = (folder.appending(path: "a.json"), folder.appending(path: "part.json"))
            try write(
                """
                {"openapi": "3.1.0", "info": {"title": "a", "version": "1"}, "paths": {"/x": {"get": {"responses": \
                {"200": {"description": "", "content": {"application/json": {"schema": {"$ref": "part.json"}}}}}}}}}
                """, to: file)
            let known = FileCache<Contract>()
            func accepts(_ text: String) throws -> Bool {
                let contract = try #require(
                    try ContractSet(contentsOf: folder, known: known).contracts.first { $0.api == "a" })
                let schema = try #require(contract.operations[0].responses.first?.content.first?.schema)
                return contract.accepts(try JSON(parsing: text), schema)
            }
            try write(#"{"type": "string"}"#, to: part)
            #expect(try accepts(#""x""#) && !accepts("1"))
            try write(#"{"type": "integer"}"#, to: part)
            #expect(try accepts("1") && !accepts(#""x""#))
        }
    }
}
