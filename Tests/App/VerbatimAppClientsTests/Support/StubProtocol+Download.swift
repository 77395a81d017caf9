import Foundation
import VerbatimAppClients

#if canImport(FoundationNetworking)
    // On Linux a download ends with the file in a property that only Foundation can set. The property
    // directly follows the object header; the memory is written only if it contains the property's value.
    extension URLProtocol {
        /// Stores a body where a download task expects it; returns false for other tasks.
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
            let property = UnsafeMutableRawPointer(Unmanaged.passUnretained(owner).toOpaque())
                .advanced(by: 2 * MemoryLayout<UnsafeRawPointer>.size)
            let isHere =
                withUnsafeBytes(of: self) { $0.load(as: UnsafeRawPointer.self) }
                == property.load(as: UnsafeRawPointer.self)
            guard isHere else { return false }
            var changed = self
            changed[key] = value
            property.assumingMemoryBound(to: Self.self).pointee = changed
            return true
        }
    }
#else
    extension URLProtocol {
        /// Returns false: on Darwin, the URL loading system itself writes the file of a download.
        func storeAsDownload(_ body: Data) throws -> Bool { false }
    }
#endif
