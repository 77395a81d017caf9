import Foundation
import Synchronization
import Testing
import VerbatimJSON
import VerbatimTestSupport

/// Files are read into memory, and what else has a path is read to its end or refused.
@Suite struct InputFileTests {
    @Test(arguments: [0, 1, 4095, 4096, 65_536, 65_537, 5_000_000])
    func `a file is read completely`(size: Int) throws {
        try withTemporaryFolder { folder in
            let file = folder.appending(path: "a")
            var bytes = Data(repeating: 7, count: size)
            if size > 0 { bytes[size - 1] = 9 }
            try bytes.write(to: file)
            #expect(try Data(readingFile: file) == bytes)
        }
    }

    @Test func `data that was read may be changed`() throws {
        try withTemporaryFolder { folder in
            let file = folder.appending(path: "a")
            try Data("abc".utf8).write(to: file)
            var data = try Data(readingFile: file)
            let copy = data
            data[1] = UInt8(ascii: "x")
            data += Data("d".utf8)
            #expect(data == Data("axcd".utf8) && copy == Data("abc".utf8))
        }
    }

    /// Returns the error of reading a path.
    private func error(_ path: String) -> FileError? {
        #expect(throws: FileError.self) { try Data(readingFile: URL(filePath: path)) }
    }

    @Test func `an unreadable file is reported in words`() throws {
        try withTemporaryFolder { folder in
            let path = folder.path(percentEncoded: false)
            #expect(error(path + "/none")?.description == "no such file")
            #expect(error(path)?.description == "it is a folder")
            // Without a check of its own, the system would read the path up to the zero.
            try Data("x".utf8).write(to: folder.appending(path: "a"))
            #expect(throws: FileError.self) {
                try Data(readingFile: URL(string: "file://\(folder.path())a%00b") ?? folder)
            }
        }
    }

    @Test(.enabled(if: getuid() != 0))
    func `a file without read permission is reported in words`() throws {
        try withTemporaryFolder { folder in
            let path = folder.appending(path: "a").path(percentEncoded: false)
            _ = FileManager.default.createFile(
                atPath: path, contents: Data(), attributes: [.posixPermissions: 0])
            #expect(error(path)?.description == "permission denied")
        }
    }

    @Test func `a pipe without a writer is empty`() throws {
        try withTemporaryFolder { folder in
            let pipe = folder.appending(path: "pipe")
            #expect(mkfifo(pipe.path(percentEncoded: false), 0o600) == 0)
            let read = try Data(readingFile: pipe)
            #expect(read.isEmpty)
        }
    }

    @Test func `a pipe with a writer is read to its end`() throws {
        let pipe = Pipe()
        let bytes = Data(repeating: 7, count: 300_000)
        let writer = Thread {
            try? pipe.fileHandleForWriting.write(contentsOf: bytes)
            try? pipe.fileHandleForWriting.close()
        }
        writer.start()
        let path = "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)"
        #expect(try Data(readingFile: URL(filePath: path)) == bytes)
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/status")))
    func `a file without a size is read to its end`() throws {
        #expect(try Data(readingFile: URL(filePath: "/proc/self/status")).count > 100)
    }

    @Test(.enabled(if: TestEffort.isExhaustive))
    func `an endless device is refused`() {
        let limit = "it has more than 256 MiB, the most that is read; divide it into several files"
        #expect(error("/dev/zero")?.description == limit)
    }

    @Test func `a file larger than the limit is refused before its bytes are read`() throws {
        try withTemporaryFolder { folder in
            let file = folder.appending(path: "large.json")
            _ = FileManager.default.createFile(atPath: file.path, contents: nil)
            #expect(truncate(file.path, off_t(1) << 40) == 0)
            let error = try #require(throws: JSONError.self) { try JSON(contentsOf: file) }
            #expect(
                error.description
                    == "1:1: cannot be read: it has more than 1024 MiB, the most that is read; divide it into several files"
            )
        }
    }

    /// A mapped file would end the process with SIGBUS here.
    @Test(arguments: [1000, 1_000_000])
    func `a file that is rewritten while it is read has one of its states, or is an error`(size: Int) throws {
        try withTemporaryFolder { folder in
            let file = folder.appending(path: "a.json")
            let texts = [("1", size), ("2", size * 2)].map {
                Data(repeating: UInt8(ascii: $0.0), count: $0.1)
            }
            try texts[0].write(to: file)
            let isDone = Atomic(false)
            let writer = Thread {
                var turn = 0
                while !isDone.load(ordering: .relaxed) {
                    turn += 1
                    guard let handle = try? FileHandle(forWritingTo: file) else { continue }
                    try? handle.truncate(atOffset: 0)
                    try? handle.write(contentsOf: texts[turn % 2])
                    try? handle.close()
                }
            }
            writer.start()
            for _ in 0..<TestEffort.count(20, of: 3000) {
                guard let read = try? Data(readingFile: file) else { continue }
                // A file that is being written has each beginning of its new text for a moment.
                #expect(texts.contains { $0.starts(with: read) }, "\(read.count) bytes")
            }
            isDone.store(true, ordering: .relaxed)
            while !writer.isFinished { usleep(1000) }
        }
    }
}
