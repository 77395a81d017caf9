import VerbatimURLSession

extension URLSession {
    /// The session of the test's recording.
    ///
    /// The same one throughout a test. Outside a test with a recording, also in a detached task, its requests fail
    /// and say so; nothing reaches the network.
    public static var recorded: URLSession {
        RecordingScope.current?.session ?? NoRecording.door.session()
    }
}

extension URLSessionConfiguration {
    /// A configuration for further sessions of the test's recording, e.g. with a delegate.
    ///
    /// Change it as the app does, but keep `protocolClasses`: they are what answers.
    public static var recorded: URLSessionConfiguration {
        (RecordingScope.current?.door ?? NoRecording.door).configuration()
    }
}
