import VerbatimContract

/// A kind of change to a part of a contract.
///
/// The kinds are grouped by what they are about, so that each table fits on a page.
package enum ChangeKind: Hashable, Sendable {
    case presence(PresenceChange)
    case lifecycle(LifecycleChange)
    case access(AccessChange)
    case extent(ExtentChange)
    case type(TypeChange)
    case value(ValueChange)
    case format(FormatChange)
    case limit(LimitKeyword, LimitChange)
    case text(TextKeyword, KeywordChange)
    case subschema(Subschema.Keyword, KeywordChange)
    case composition(CompositionChange)
    case discriminator(DiscriminatorChange)
    case array(ArrayChange)
    case object(ObjectChange)
}

extension ChangeKind: CaseIterable {
    package static let allCases: [ChangeKind] =
        PresenceChange.allCases.map(ChangeKind.presence) + LifecycleChange.allCases.map(ChangeKind.lifecycle)
        + AccessChange.allCases.map(ChangeKind.access) + ExtentChange.allCases.map(ChangeKind.extent)
        + TypeChange.allCases.map(ChangeKind.type) + ValueChange.allCases.map(ChangeKind.value)
        + LimitKeyword.allCases.flatMap { keyword in keyword.changes.map { .limit(keyword, $0) } }
        + TextKeyword.allCases.flatMap { keyword in KeywordChange.allCases.map { .text(keyword, $0) } }
        + FormatChange.allCases.map(ChangeKind.format)
        + Subschema.Keyword.allCases.flatMap { keyword in
            KeywordChange.allCases.map { .subschema(keyword, $0) }
        }
        + CompositionChange.allCases.map(ChangeKind.composition)
        + DiscriminatorChange.allCases.map(ChangeKind.discriminator)
        + ArrayChange.allCases.map(ChangeKind.array) + ObjectChange.allCases.map(ChangeKind.object)

    /// The end of the ids of its rules: `became-nullable`.
    package var name: String {
        switch self {
        case .presence(let change): change.rawValue
        case .lifecycle(let change): change.rawValue
        case .access(let change): change.rawValue
        case .extent(let change): change.rawValue
        case .type(let change): change.rawValue
        case .value(let change): change.rawValue
        case .format(let change): change.rawValue
        case .limit(let keyword, let change): "\(keyword.rawValue)-\(change.rawValue)"
        case .text(let keyword, let change): "\(keyword.rawValue)-\(change.rawValue)"
        case .subschema(let keyword, let change): "\(keyword.rawValue)-\(change.rawValue)"
        case .composition(let change): change.rawValue
        case .discriminator(let change): "discriminator-\(change.rawValue)"
        case .array(let change): change.rawValue
        case .object(let change): change.rawValue
        }
    }

    var details: ChangeDetails {
        switch self {
        case .presence(let change): change.details
        case .lifecycle(let change): change.details
        case .access(let change): change.details
        case .extent(let change): change.details
        case .type(let change): change.details
        case .value(let change): change.details
        case .format(let change): change.details
        case .limit(let keyword, let change): keyword.details(of: change)
        case .text(let keyword, let change): keyword.details(of: change)
        case .subschema(let keyword, let change): keyword.details(of: change)
        case .composition(let change): change.details
        case .discriminator(let change): change.details
        case .array(let change): change.details
        case .object(let change): change.details
        }
    }
}

/// A change of a keyword that is there or not.
package enum KeywordChange: String, CaseIterable, Sendable {
    case added, removed, changed

    init(_ old: (some Any)?, _ new: (some Any)?) {
        self = old == nil ? .added : new == nil ? .removed : .changed
    }

    var mirror: KeywordChange {
        switch self {
        case .added: .removed
        case .removed: .added
        case .changed: .changed
        }
    }
}

/// The rules of one kind: the subjects it happens to, and its effect on each.
struct ChangeDetails {
    private let effect: ChangeEffect
    /// The effects on subjects that differ from the usual one.
    private let exceptions: [ChangeSubject: ChangeEffect]
    let subjects: [ChangeSubject]
    /// The kind of the change back.
    let mirror: ChangeKind?
    /// The subjects for which the change back is no mirror: there and back break the same requests.
    let unmirrored: Set<ChangeSubject>

    init(
        _ effect: ChangeEffect, mirror: ChangeKind?, of subjects: [ChangeSubject],
        except exceptions: [ChangeSubject: ChangeEffect] = [:], unmirrored: Set<ChangeSubject> = []
    ) {
        self.effect = effect
        self.mirror = mirror
        self.subjects = subjects
        self.exceptions = exceptions
        self.unmirrored = unmirrored
    }

    func effect(on subject: ChangeSubject) -> ChangeEffect {
        exceptions[subject] ?? (subject.isInRequest ? effect.inRequests : effect)
    }
}

// MARK: - Kinds by direction

extension ChangeDetails {
    /// More values are allowed.
    static func widening(
        _ severity: RuleSeverity, _ summary: String, _ reason: String, mirror: ChangeKind,
        of subjects: [ChangeSubject] = ChangeSubject.schemas,
        except exceptions: [ChangeSubject: ChangeEffect] = [:]
    ) -> ChangeDetails {
        ChangeDetails(
            ChangeEffect(severity, .widens, summary, reason), mirror: mirror, of: subjects, except: exceptions
        )
    }

    /// Fewer values are allowed.
    static func narrowing(
        _ summary: String, _ reason: String = "every value that may arrive was allowed before",
        mirror: ChangeKind, of subjects: [ChangeSubject] = ChangeSubject.schemas
    ) -> ChangeDetails {
        ChangeDetails(ChangeEffect(.info, .narrows, summary, reason), mirror: mirror, of: subjects)
    }

    /// Different values are allowed.
    static func replacing(
        _ severity: RuleSeverity, _ summary: String, _ reason: String, mirror: ChangeKind,
        except exceptions: [ChangeSubject: ChangeEffect] = [:]
    ) -> ChangeDetails {
        ChangeDetails(
            ChangeEffect(severity, .both, summary, reason), mirror: mirror, of: ChangeSubject.schemas,
            except: exceptions)
    }

    /// The same values are allowed.
    static func annotating(
        _ severity: RuleSeverity, _ summary: String, _ reason: String, mirror: ChangeKind,
        of subjects: [ChangeSubject] = ChangeSubject.schemas,
        except exceptions: [ChangeSubject: ChangeEffect] = [:]
    ) -> ChangeDetails {
        ChangeDetails(
            ChangeEffect(severity, .none, summary, reason), mirror: mirror, of: subjects, except: exceptions)
    }

    /// The same values are allowed, but the provider acts differently on requests.
    static func annotating(
        _ severity: RuleSeverity, _ summary: String, _ reason: String,
        inRequests requestSeverity: RuleSeverity, _ requestReason: String, mirror: ChangeKind
    ) -> ChangeDetails {
        annotating(
            severity, summary, reason, mirror: mirror,
            except: ChangeEffect(requestSeverity, .none, summary, requestReason).onRequests)
    }
}

extension ChangeEffect {
    /// The effect on every value that the app sends.
    var onRequests: [ChangeSubject: ChangeEffect] {
        [.requestParameter: self, .requestBody: self, .requestProperty: self]
    }

    /// The effect on a value that the app sends: it may be rejected if fewer values are allowed.
    fileprivate var inRequests: ChangeEffect {
        if direction.contains(.narrows) {
            return ChangeEffect(
                .warning, direction, summary,
                "a request of the app may be rejected; breaking if a recorded request would be")
        }
        if direction.contains(.widens) {
            return ChangeEffect(.info, direction, summary, "the requests of the app are still accepted")
        }
        return severity == .off || severity == .info
            ? self : ChangeEffect(.warning, direction, summary, reason)
    }
}
