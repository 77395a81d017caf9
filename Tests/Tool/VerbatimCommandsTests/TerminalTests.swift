#if os(macOS) || os(Linux)
    import Foundation
    import Testing

    @testable import VerbatimCommands

    /// Commands that `verbatim record -- COMMAND` runs in a terminal.
    @Suite struct TerminalTests {
        /// A terminal that this process has to itself, with its standard streams: that of an exit test.
        private struct Terminal {
            private let keyboard: Int32

            init() throws {
                // Linux declares these functions only where a macro asks for them.
                let program = try #require(dlopen(nil, RTLD_NOW))
                typealias Unlock = @convention(c) (Int32) -> Int32
                typealias Name = @convention(c) (Int32) -> UnsafePointer<CChar>?
                let unlock = unsafeBitCast(try #require(dlsym(program, "unlockpt")), to: Unlock.self)
                let name = unsafeBitCast(try #require(dlsym(program, "ptsname")), to: Name.self)
                keyboard = open("/dev/ptmx", O_RDWR | O_NOCTTY)
                try #require(keyboard >= 0 && unlock(keyboard) == 0)
                // The first terminal that the leader of a session opens is that of the session.
                try #require(setsid() >= 0)
                let screen = open(try #require(name(keyboard)), O_RDWR)
                try #require(screen >= 0 && tcgetpgrp(screen) == getpgrp())
                for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] { dup2(screen, stream) }
            }

            /// Types keys once the terminal shows `type`, and sends a signal to this process alone once it
            /// shows `signal`.
            func play(keys: String, signal: Int32?) {
                Thread { [keyboard] in
                    var shown: [UInt8] = []
                    var buffer = [UInt8](repeating: 0, count: 4096)
                    var (keys, signal) = (Optional(keys), signal)
                    while case let count = read(keyboard, &buffer, buffer.count), count > 0 {
                        shown += buffer[..<count]
                        let text = String(decoding: shown, as: UTF8.self)
                        if text.contains("type"), let keys = keys.take() {
                            _ = write(keyboard, keys, keys.utf8.count)
                        }
                        if text.contains("signal"), let number = signal.take() { kill(getpid(), number) }
                    }
                }.start()
            }
        }

        struct Case: Codable, CustomTestStringConvertible {
            var script: String
            var keys = ""
            var signal: Int32?
            var code: Int32 = 0

            var testDescription: String { "\(script) \(keys.debugDescription) \(signal ?? 0)" }
        }

        /// Ends with the code 0 at the signal that follows one interrupt.
        private static let counts = """
            trap 'n=x$n; echo signal' INT; trap 'kill $!; test "$n" = x; exit $?' TERM
            sleep 60 & echo type; while :; do wait; done
            """

        static let cases = [
            Case(script: #"echo type; read -r line; test "$line" = hello"#, keys: "hello\n"),
            Case(script: "stty -echo && stty echo"),
            Case(script: "echo type; exec sleep 60", keys: "\u{3}", code: 128 + SIGINT),
            Case(script: "echo type; exec sleep 60", keys: "\u{1c}", code: 128 + SIGQUIT),
            Case(script: counts, keys: "\u{3}", signal: SIGTERM),
            Case(script: "echo signal; exec sleep 60", signal: SIGTERM, code: 128 + SIGTERM),
            Case(script: "echo signal; exec sleep 60", signal: SIGHUP, code: 128 + SIGHUP),
        ]

        @Test(arguments: cases)
        func `a command uses the terminal, and is ended by keys and signals`(item: Case) async {
            await #expect(processExitsWith: .success) { [item] in
                try Terminal().play(keys: item.keys, signal: item.signal)
                let code = try await ExternalProgram.runAttached(
                    ["sh", "-c", item.script], environment: ProcessInfo.processInfo.environment, in: nil)
                #expect(code == item.code)
            }
        }
    }
#endif
