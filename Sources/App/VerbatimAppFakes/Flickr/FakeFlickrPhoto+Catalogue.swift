extension FakeFlickrPhoto {
    /// Every photo there is.
    ///
    /// Among them: no title, a title of digits, one that needs escaping, other scripts, dates known to the month or
    /// about, a date that was made up, and an original too small for a picture of 640 pixels.
    static let all = [
        FakeFlickrPhoto(
            id: "53644464097", owner: maren, title: "Harbour before the storm", taken: "2024-03-09 17:42:10",
            uploaded: 1_712_019_772, width: 4032, height: 3024, tags: "harbour storm sea",
            description: "Twenty minutes later the rain came in sideways."),
        FakeFlickrPhoto(
            id: "53653992312", owner: tidewrack, title: "", taken: "2024-03-10 08:05:51",
            uploaded: 1_712_265_528, width: 3024, height: 4032),
        FakeFlickrPhoto(
            id: "53610722233", owner: ossian, title: "1851", taken: "2023-11-14 12:00:00",
            uploaded: 1_712_588_639, width: 2400, height: 1600, tags: "ship model museum",
            description: "The year on the brass plate."),
        FakeFlickrPhoto(
            id: "53613633920", owner: aiko, title: "Übergang am Fluß", taken: "2023-10-02 19:21:33",
            uploaded: 1_712_825_531, width: 5184, height: 3456, tags: "fluss brücke abend",
            description: "Die alte Brücke."),
        FakeFlickrPhoto(
            id: "53679220482", owner: maren, title: "Grandmother's orchard", taken: "1980-08-01 00:00:00",
            granularity: "4",
            uploaded: 1_713_044_402, width: 1800, height: 1200, tags: "family scan orchard",
            description: "Scanned from a print; the month is on the back."),
        FakeFlickrPhoto(
            id: "53669106871", owner: tidewrack, title: "Thumbnail of a lighthouse",
            taken: "2022-05-30 06:15:00",
            uploaded: 1_713_324_140, width: 500, height: 333, tags: "lighthouse",
            description: "All that is left of the file."),
        FakeFlickrPhoto(
            id: "53606032582", owner: ossian, title: "Street, probably before the war",
            taken: "1939-01-01 00:00:00", granularity: "8",
            uploaded: 1_713_566_465, width: 1600, height: 1100, tags: "archive street"),
        FakeFlickrPhoto(
            id: "53659202938", owner: aiko, title: "港の朝 — first light", taken: "2024-02-18 06:33:07",
            uploaded: 1_713_869_210, width: 6000, height: 4000, tags: "港 朝 harbour"),
        FakeFlickrPhoto(
            id: "53610375836", owner: maren, title: "\"Tea\" & biscuits <3", taken: "2024-01-06 15:58:44",
            uploaded: 1_714_105_144, width: 3000, height: 3000, tags: "tea still-life",
            description: "Five o'clock, or near enough."),
        FakeFlickrPhoto(
            id: "53613175294", owner: tidewrack, title: "Untitled scan 14", taken: "2021-07-19 22:10:05",
            takenIsUnknown: true,
            uploaded: 1_714_405_026, width: 2048, height: 1365, tags: "scan",
            description: "No date in the file."),
        FakeFlickrPhoto(
            id: "53657978001", owner: ossian, title: "Kestrel, hovering", taken: "2024-04-21 10:12:13",
            uploaded: 1_714_599_747, width: 4800, height: 3200, tags: "bird kestrel"),
        FakeFlickrPhoto(
            id: "53676893910", owner: aiko, title: "Snow on the allotments", taken: "2010-01-06 09:20:00",
            uploaded: 1_714_867_426, width: 3264, height: 2448, tags: "snow winter allotment"),
    ]

    /// What `flickr.interestingness.getList` shows.
    static let interesting = Array(all[..<8])
    /// What `flickr.photos.getRecent` shows: the latest uploads first.
    static let recent = Array(all[4...].reversed())

    private static let maren = Owner(id: "118203377@N04", name: "Maren Holt", alias: "marenholt")
    private static let tidewrack = Owner(id: "140557912@N08", name: "tidewrack")
    private static let ossian = Owner(id: "92761045@N02", name: "Ossian Grey", alias: "ossian_grey")
    private static let aiko = Owner(id: "61180233@N00", name: "Aiko Tanabe")
}
