import VerbatimContract
import VerbatimDecoding
import VerbatimJSON

/// The evidence about one key that a model reads at one location of one operation's bodies.
struct PropertyEvidence {
    let binding: BindingEvidence
    let key: KeyUsage.Key
    let compatibility: PropertyCompatibility
    /// The status in the contract, judging by its keywords and by the objects that it rejects.
    let contractStatus: PropertyAgreement.ContractStatus
    let modelStatus: PropertyAgreement.ModelStatus
    /// The schema of the property; nil if it is undocumented.
    let schema: JSON?
    /// The schema of the object around the property, with the property if it is documented.
    let object: JSON?

    init(_ key: KeyUsage.Key, at cursor: SchemaCursor, in binding: BindingEvidence) {
        self.binding = binding
        self.key = key
        compatibility = PropertyCompatibility(of: key, in: binding)
        schema = cursor.schema(of: key.name)
        object = cursor.object(with: key.name) ?? cursor.object
        modelStatus = Self.modelStatus(
            of: key, compatibility, isMissed: binding.missedProperties.contains(key.pointer))
        contractStatus = Self.contractStatus(of: key, compatibility, modelStatus, at: cursor)
    }

    /// Returns whether the model requires the property.
    ///
    /// A model that uses `decode` may still catch the error, or use it only if the key is present.
    private static func modelStatus(
        of key: KeyUsage.Key, _ compatibility: PropertyCompatibility, isMissed: Bool
    ) -> PropertyAgreement.ModelStatus {
        let wasOmitted = key.absent > 0 && !isMissed
        let canBeOmitted = compatibility.omissions > 0 && !compatibility.canBeMissing
        return key.isRequired && !wasOmitted && !canBeOmitted ? .required : .optional
    }

    /// Returns the status in the contract.
    ///
    /// A requirement in one branch of a schema counts only if an object without the property is rejected, and
    /// only for a model that requires the property: where the branch does not apply, the property may be
    /// missing. If there was no object to try, the requirement counts.
    private static func contractStatus(
        of key: KeyUsage.Key, _ compatibility: PropertyCompatibility,
        _ modelStatus: PropertyAgreement.ModelStatus, at cursor: SchemaCursor
    ) -> PropertyAgreement.ContractStatus {
        let status = cursor.status(of: key.name)
        if compatibility.canBeMissing { return min(status, .optional) }
        guard modelStatus == .required else { return status }
        let isUntried = compatibility.rejections + compatibility.omissions == 0
        return compatibility.rejections > 0 || isUntried && cursor.requiresInSomeBranch(key.name)
            ? .required : status
    }
}

extension BindingEvidence {
    /// The evidence about every property that the model reads.
    var properties: [PropertyEvidence] {
        var cursors: [JSONPointer: SchemaCursor] = [:]
        return usage.keys.filter { $0.found + $0.null + $0.absent > 0 }.map { key in
            let cursor = cursors[key.location] ?? schemaCursor(at: key.location)
            cursors[key.location] = cursor
            return PropertyEvidence(key, at: cursor, in: self)
        }
    }

    /// Returns the cursor of the objects at a location, in the first schema that documents them.
    func schemaCursor(at location: JSONPointer) -> SchemaCursor {
        let cursors = schemas.lazy.map {
            SchemaCursor($0.node, contract.references).descending(location)
        }
        return cursors.first { $0.schema != nil } ?? SchemaCursor([], contract.references)
    }
}
