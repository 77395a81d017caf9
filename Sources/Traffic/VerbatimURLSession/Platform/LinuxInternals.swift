#if canImport(FoundationNetworking)
    import Dispatch
    import Foundation
    import Synchronization

    /// The internals of swift-corelibs-foundation that a custom protocol needs, read by reflection.
    ///
    /// If a name has changed, reading returns nil; the one write verifies the layout first. If the layout of
    /// a toolchain differs, uploads and downloads fail with an explanation, and delegates receive no
    /// redirects.
    enum LinuxInternals {
        /// The body of an upload or data task (`URLSessionTask.knownBody`).
        enum KnownBody {
            case data(Data)
            case file(URL)
            case stream(InputStream)
        }

        /// Returns the body of a task; nil if it has none, or if the delegate provides it.
        static func body(of task: URLSessionTask) throws -> KnownBody? {
            guard let value = field("knownBody", of: task) else { throw uploadsUnavailable }
            guard let payload = unwrapped(value).flatMap({ Mirror(reflecting: $0).children.first?.value })
            else { return nil }
            switch payload {
            case let data as DispatchData: return .data(Data(data))
            case let file as URL: return .file(file)
            case let stream as InputStream: return .stream(stream)
            default: return nil
            }
        }

        /// Returns the session of a task that has not ended, on the work queue of the task.
        ///
        /// Reflection takes as long as the rest of a load, so it is used once to find the offset of the
        /// session in the memory of a task, which is the same for all tasks.
        ///
        /// The load from memory is valid because `offset(of:in:)` verified the offset on a task of this
        /// process: the property is declared in `URLSessionTask`, so all subclasses store it there.
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

        /// Returns the queue on which a task calls its protocol; must be called on that queue.
        static func workQueue(of task: URLSessionTask) -> DispatchQueue? {
            field("workQueue", of: task).flatMap(unwrapped) as? DispatchQueue
        }

        private static let sessionOffset = Mutex<Int?>(nil)

        /// Searches the first 16 words of a task, which has 30 properties and so is longer.
        private static func offset(of object: AnyObject, in address: UnsafeRawPointer) -> Int? {
            let wanted = UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
            return (2..<16).map { $0 * MemoryLayout<UnsafeRawPointer>.stride }.first {
                address.load(fromByteOffset: $0, as: UnsafeRawPointer?.self) == wanted
            }
        }

        /// Returns whether a task reports to a delegate and not to a completion handler.
        static func reportsToDelegate(_ task: URLSessionTask?, _ session: URLSession?) -> Bool {
            guard let task, let session, session.delegate is any URLSessionDataDelegate,
                !(task is URLSessionDownloadTask), let registry = field("taskRegistry", of: session),
                let behaviours = field("behaviours", of: registry as AnyObject)
            else { return false }
            let pairs = Mirror(reflecting: behaviours).children.lazy.map {
                Array(Mirror(reflecting: $0.value).children)
            }
            let own = pairs.first { $0.first?.value as? Int == task.taskIdentifier }
            // The cases for completion handlers have an associated value, unlike the one for delegates.
            return own?.last.map { Mirror(reflecting: $0.value).children.isEmpty } ?? false
        }

        /// Sets the file of a download task (`URLProtocol.properties[.temporaryFileURL]`).
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
            // `properties` is the first stored property of the base class, after the two words of the object
            // header. The comparison of the references verifies this before the write.
            let address =
                Unmanaged.passUnretained(urlProtocol).toOpaque() + 2 * MemoryLayout<UnsafeRawPointer>.size
            let stored = withUnsafeBytes(of: dictionary) { $0.load(as: UnsafeRawPointer.self) }
            guard address.load(as: UnsafeRawPointer.self) == stored else { return false }
            dictionary[key] = file
            address.assumingMemoryBound(to: [Key: Any].self).pointee = dictionary
            return true
        }

        private static var downloadsUnavailable: URLError {
            let reason = """
                download tasks are not supported with this toolchain: Foundation stores their file elsewhere
                  next: use a data task, or point the app at an `HTTPServer` with a `ReplayHandler`
                """
            return URLError(.cannotCreateFile, userInfo: [NSLocalizedDescriptionKey: reason])
        }

        private static var uploadsUnavailable: URLError {
            let reason = """
                upload tasks are not supported with this toolchain: Foundation stores their body elsewhere
                  next: use a data task with 'httpBody', or point the app at an `HTTPServer` with a `ReplayHandler`
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
