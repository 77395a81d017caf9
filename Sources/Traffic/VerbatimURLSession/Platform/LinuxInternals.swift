#if canImport(FoundationNetworking)
    import Dispatch
    import Foundation
    import Synchronization

    /// What swift-corelibs-foundation keeps to itself and a custom protocol cannot do without, read by reflection.
    ///
    /// Reading finds nothing when a name has changed; the one write checks the layout first and refuses. Under a toolchain
    /// that keeps these things elsewhere, uploads and downloads fail and say why, and redirects ask no delegate.
    enum LinuxInternals {
        /// The body of an upload or data task (`URLSessionTask.knownBody`).
        enum KnownBody {
            case data(Data)
            case file(URL)
            case stream(InputStream)
        }

        /// Finds the body of a task, or nil when it has none or the streamed body is still to be asked for.
        static func body(of task: URLSessionTask) throws -> KnownBody? {
            guard let known = field("knownBody", of: task) else { throw uploadsUnavailable }
            guard let payload = unwrapped(known).flatMap({ Mirror(reflecting: $0).children.first?.value })
            else {
                return nil
            }
            switch payload {
            case let data as DispatchData: return .data(Data(data))
            case let file as URL: return .file(file)
            case let stream as InputStream: return .stream(stream)
            default: return nil
            }
        }

        /// Finds the session of a task that has not ended, on the task's work queue.
        ///
        /// Reflection costs as much as all the rest of an answer, so it is used once, and its result looked for in the
        /// task's memory: in every later task the session stands in the same location.
        static func session(of task: URLSessionTask) -> URLSession? {
            let address = Unmanaged.passUnretained(task).toOpaque()
            return sessionOffset.withLock { offset in
                if let offset {
                    let session = address.load(fromByteOffset: offset, as: UnsafeRawPointer?.self)
                    return session.flatMap {
                        Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue() as? URLSession
                    }
                }
                let session = field("session", of: task).flatMap(unwrapped) as? URLSession
                offset = session.flatMap { Self.offset(of: $0, in: address) }
                return session
            }
        }

        /// Finds the queue on which a task calls its protocol, on that queue.
        static func workQueue(of task: URLSessionTask) -> DispatchQueue? {
            field("workQueue", of: task).flatMap(unwrapped) as? DispatchQueue
        }

        private static let sessionOffset = Mutex<Int?>(nil)

        /// Looks through the first sixteen words, which every task has: it has thirty properties.
        private static func offset(of object: AnyObject, in address: UnsafeRawPointer) -> Int? {
            let wanted = UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
            return (2..<16).map { $0 * MemoryLayout<UnsafeRawPointer>.stride }.first {
                address.load(fromByteOffset: $0, as: UnsafeRawPointer?.self) == wanted
            }
        }

        /// Whether a task tells a delegate what it gets, and keeps nothing for a completion handler.
        static func isToldToDelegate(_ task: URLSessionTask?, _ session: URLSession?) -> Bool {
            guard let task, let session, session.delegate is any URLSessionDataDelegate,
                !(task is URLSessionDownloadTask), let registry = field("taskRegistry", of: session),
                let behaviours = field("behaviours", of: registry as AnyObject)
            else { return false }
            let pairs = Mirror(reflecting: behaviours).children.lazy.map {
                Array(Mirror(reflecting: $0.value).children)
            }
            let own = pairs.first { $0.first?.value as? Int == task.taskIdentifier }
            // the cases for completion handlers carry them, the one for delegates carries nothing
            return own?.last.map { Mirror(reflecting: $0.value).children.isEmpty } ?? false
        }

        /// Tells a download task where its file is (`URLProtocol.properties[.temporaryFileURL]`).
        static func setTemporaryFile(_ file: URL, of urlProtocol: URLProtocol) throws {
            guard let properties = field("properties", of: urlProtocol),
                let dictionary = properties as? any KeyedByType,
                let key = type(of: dictionary).keyType as? any (Hashable & RawRepresentable).Type,
                store(file, under: key, in: properties, of: urlProtocol)
            else { throw downloadsUnavailable }
        }

        private static func store<Key: Hashable & RawRepresentable>(
            _ file: URL, under _: Key.Type, in properties: Any, of urlProtocol: URLProtocol
        ) -> Bool {
            guard let name = "temporaryFileURL" as? Key.RawValue, let key = Key(rawValue: name),
                var dictionary = properties as? [Key: Any]
            else { return false }
            // `properties` is the first stored property of the base class: it follows the two words of the object header
            let slot =
                Unmanaged.passUnretained(urlProtocol).toOpaque() + 2 * MemoryLayout<UnsafeRawPointer>.size
            let stored = withUnsafeBytes(of: dictionary) { $0.load(as: UnsafeRawPointer.self) }
            guard slot.load(as: UnsafeRawPointer.self) == stored else { return false }
            dictionary[key] = file
            slot.assumingMemoryBound(to: [Key: Any].self).pointee = dictionary
            return true
        }

        private static var downloadsUnavailable: URLError {
            let reason = """
                download tasks cannot be answered on this toolchain: Foundation keeps their file elsewhere
                  next: use a data task, or point the app at `verbatim serve`
                """
            return URLError(.cannotCreateFile, userInfo: [NSLocalizedDescriptionKey: reason])
        }

        private static var uploadsUnavailable: URLError {
            let reason = """
                the body of an upload task cannot be seen on this toolchain: Foundation keeps it elsewhere
                  next: use a data task with 'httpBody', or point the app at `verbatim serve`
                """
            return URLError(.cannotOpenFile, userInfo: [NSLocalizedDescriptionKey: reason])
        }

        private static func field(_ name: String, of object: AnyObject) -> Any? {
            var mirror: Mirror? = Mirror(reflecting: object)
            while let level = mirror {
                if let child = level.children.first(where: { $0.label == name }) { return child.value }
                mirror = level.superclassMirror
            }
            return nil
        }

        private static func unwrapped(_ value: Any) -> Any? {
            let mirror = Mirror(reflecting: value)
            return mirror.displayStyle == .optional ? mirror.children.first?.value : value
        }
    }

    private protocol KeyedByType {
        static var keyType: any Any.Type { get }
    }

    extension Dictionary: KeyedByType {
        fileprivate static var keyType: any Any.Type { Key.self }
    }
#endif
