import VerbatimContract
import VerbatimHAR

extension StreamedTraffic.Traits {
    init(_ interaction: Interaction) {
        let isBatch = interaction.batch != nil
        self = [
            interaction.request.isSentByBrowser ? .isSentByBrowser : [],
            interaction.answersJSON ? .answersJSON : [],
            interaction.mayAnswerNothing ? .mayAnswerNothing : [],
            interaction.loadsPage ? .loadsPage : [],
            SecurityBuilder.hasCredentials(interaction.request) ? .hasCredentials : [],
            interaction.choosesByQuery ? .choosesByQuery : [],
            isBatch ? .isBatch : [],
            interaction.isAccepted ? .isAccepted : [],
        ]
    }
}

extension Interaction {
    /// Whether the response is JSON.
    fileprivate var answersJSON: Bool { mediaType?.isJSON ?? false }

    /// Whether the response is a web page, or a style sheet, script, image, font or the like of one.
    fileprivate var loadsPage: Bool {
        guard let mediaType else { return false }
        let essence = mediaType.essence
        return mediaType.isHTML || essence == "text/css" || essence.hasSuffix("javascript")
            || ["image/", "font/", "audio/", "video/"].contains { essence.hasPrefix($0) }
    }

    private var mediaType: MediaType? {
        outcome.response?.headers["Content-Type"].flatMap(MediaType.init)
    }

    /// Whether the response has no media type, as the one to a change that succeeds may.
    fileprivate var mayAnswerNothing: Bool {
        outcome.response.map { $0.headers["Content-Type"] == nil } ?? false
            && !["GET", "HEAD", "OPTIONS"].contains(request.method.uppercased())
    }
}
