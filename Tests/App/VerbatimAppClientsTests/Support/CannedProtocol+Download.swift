import Foundation
import VerbatimAppClients

#if canImport(FoundationNetworking)
    // On Linux a download finishes with the file that the protocol keeps in a property nobody else can set. Its location is
    // right behind the object header; it is written only if what is read there is the property.
    extension URLProtocol {
        /// Puts a body where a download task looks for it; false when the task is none.
        func storeAsDownload(_ body: Data) throws -> Bool {
            guard task is URLSessionDownloadTask else { return false }
            let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
            try body.write(to: file)
            var mirror: Mirror? = Mirror(reflecting: self)
            while let current = mirror {
                if let properties = current.children.first(where: { $0.label == "properties" })?.value
                    as? any Properties,
                    properties.replace(in: self, adding: "temporaryFileURL", file)
                {
                    return true
                }
                mirror = current.superclassMirror
            }
            throw URLError(.cannotCreateFile)
        }
    }

    private protocol Properties {
        func replace(in owner: URLProtocol, adding name: String, _ value: Any) -> Bool
    }

    extension Dictionary: Properties where Key: RawRepresentable, Value == Any {
        fileprivate func replace(in owner: URLProtocol, adding name: String, _ value: Any) -> Bool {
            guard let rawValue = name as? Key.RawValue, let key = Key(rawValue: rawValue) else {
                return false
            }
            let location = UnsafeMutableRawPointer(Unmanaged.passUnretained(owner).toOpaque())
                .advanced(by: 2 * MemoryLayout<UnsafeRawPointer>.size)
            let isHere =
                withUnsafeBytes(of: self) { $0.load(as: UnsafeRawPointer.self) }
                == location.load(as: UnsafeRawPointer.self)
            guard isHere else { return false }
            var changed = self
            changed[key] = value
            location.assumingMemoryBound(to: Self.self).pointee = changed
            return true
        }
    }
#else
    extension URLProtocol {
        /// Elsewhere the loading system writes the file of a download by itself.
        func storeAsDownload(_ body: Data) throws -> Bool { false }
    }
#endif
