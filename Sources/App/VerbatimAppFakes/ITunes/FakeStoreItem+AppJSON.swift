import VerbatimJSON

extension FakeStoreItem {
    /// Returns an app as a result.
    func app(in store: Storefront) -> JSONObject {
        var result: JSONObject = ["artistViewUrl": .string(artistURL(in: store))]
        for side in [60, 100, 512] { result.append("artworkUrl\(side)", .string(artworkURL(side))) }
        appendDevices(to: &result)
        result.append("advisories", [])
        result.append("isVppDeviceBasedLicensingEnabled", true)
        result.append("kind", .string(kind == .software ? "software" : "mac-software"))
        result.append("currency", .string(store.currency))
        appendRating(to: &result, "averageUserRatingForCurrentVersion", "userRatingCountForCurrentVersion")
        appendRating(to: &result, "averageUserRating", "userRatingCount")
        result.append("releaseNotes", "Small repairs below the waterline.")
        result.append("description", .string(description ?? ""))
        result.append("trackId", .integer(id))
        result.append("trackName", .string(name))
        appendRelease(to: &result)
        result.append("genreIds", .strings(["\(genre.id)", "6016"]))
        result.append("genres", .strings([genre.name, "Entertainment"]))
        result.append("primaryGenreName", .string(genre.name))
        result.append("primaryGenreId", .integer(genre.id))
        result.append("artistId", .integer(artist.id))
        result.append("artistName", .string(artist.name))
        result.append("trackCensoredName", .string(name))
        result.append("trackViewUrl", .string(pageURL(in: store)))
        result.append("contentAdvisoryRating", "4+")
        result.append("trackContentRating", "4+")
        result.append("languageCodesISO2A", .strings(app?.languages ?? ["EN", "DE", "NO"]))
        appendPrice(to: &result, in: store)
        result.append("wrapperType", "software")
        return result
    }

    private func appendDevices(to result: inout JSONObject) {
        let folder = artworkFolder
        result.append("screenshotUrls", .strings(["https://\(folder.host)\(folder.path)392x696bb.png"]))
        guard kind == .software else { return }
        result.append("ipadScreenshotUrls", [])
        result.append("appletvScreenshotUrls", [])
        result.append("features", ["iosUniversal"])
        result.append("supportedDevices", ["iPhone5s-iPhone5s", "iPadAir-iPadAir", "iPhone15-iPhone15"])
        result.append("isGameCenterEnabled", false)
    }

    private func appendRelease(to result: inout JSONObject) {
        guard let app else { return }
        result.append("bundleId", .string(app.bundleID))
        result.append("sellerName", .string(artist.name))
        appendReleaseDate(to: &result)
        result.append("currentVersionReleaseDate", .string(app.updateDate))
        result.append("version", .string(app.version))
        result.append("minimumOsVersion", .string(app.minimumOSVersion))
        // The provider writes the number of bytes as a string.
        if price != nil || kind == .software { result.append("fileSizeBytes", "\(app.byteCount)") }
    }
}
