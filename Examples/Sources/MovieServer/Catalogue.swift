/// The films that the example ships. All of them are invented.
enum Catalogue {
  private static let lists = [
    "/movies/now-playing": [1, 2, 3, 4, 5, 6],
    "/movies/upcoming": [7, 8, 9, 10, 11],
    "/movies/popular": [3, 12, 1, 13, 14, 5, 15],
    "/movies/top-rated": [16, 13, 17, 2, 18, 19],
  ]

  /// The list at this path, if there is one.
  static func films(at path: String) -> [Film]? {
    lists[path]?.compactMap { id in all.first { $0.id == id } }
  }

  /// The films whose title contains a text, in upper or lower case.
  static func films(titled text: String) -> [Film] {
    all.filter { $0.title.lowercased().contains(text.lowercased()) }
  }

  /// The film whose poster is at this path, if there is one.
  static func film(withPosterAt path: String) -> Film? {
    all.first { $0.posterPath == path }
  }

  private static let all: [Film] = [
    Film(
      1, "The Lighthouse Ledger", "2026-10-16", rated: 7.4, by: 1_812,
      "A bookkeeper sent to close a lighthouse finds that its accounts have been kept by someone for a century."),
    Film(
      2, "Saltwater Arithmetic", "2026-11-06", rated: 8.2, by: 964,
      "Two sisters, one boat, and a sum of money that never comes out the same twice."),
    Film(
      3, "Nine Kites over Varna", "2026-09-18", rated: 6.9, by: 2_430,
      "A kite maker's last summer, told by the nine people who cut the strings."),
    Film(
      4, "The Understudy of Mars", "2026-11-20", rated: 6.1, by: 388,
      "The spare crew of the first landing stays behind and rehearses the journey until it cannot tell the two apart."),
    Film(
      5, "Midnight at the Button Factory", "2026-10-30", rated: 7.0, by: 1_207,
      "A night shift, a power cut, and four million buttons."),
    Film(
      6, "Søndag in Reverse", "2026-11-13", rated: 7.7, by: 541,
      "A family dinner seen from the coffee back to the doorbell."),
    Film(
      7, "A Cartographer's Apology", "2027-03-05",
      "He drew the border in an afternoon. It takes him forty years to walk it."),
    Film(
      8, "Paper Glaciers", "2027-04-23",
      "An archive is moved uphill, box by box, as the valley below it floods."),
    Film(
      9, "The Quiet Semaphore", "2027-05-14", hasPoster: false,
      "The last two operators of a signal line keep talking after the telegraph has come."),
    Film(
      10, "Orbit of a Small Town", "2027-06-11",
      "A satellite comes down on a football pitch, and nobody will say whose turn it was to look up."),
    Film(
      11, "Marguerite and the Metronome, or The Long and Patient Education of a Piano Tuner", "2027-09-24",
      "What the title says, in three movements."),
    Film(
      12, "Copper Weather", "2026-07-03", rated: 7.2, by: 3_310,
      "A storm chaser inherits a roof."),
    Film(
      13, "The Beekeeper's Atlas", "2024-08-30", rated: 8.6, by: 5_127,
      "Every map in the house is wrong, and the bees know it."),
    Film(
      14, "Velvet Static", "2026-08-14", rated: 6.6, by: 1_975,
      "A radio host plays the same song for three days. People begin to call."),
    Film(
      15, "Half a Harbour", "2026-06-19", rated: 7.3, by: 2_064,
      "Half the town is sold. The other half has the key to the lock gates."),
    Film(
      16, "An Inventory of Storms", "2019-11-08", rated: 9.1, by: 8_455,
      "An insurance clerk counts what the wind took, and writes down one thing too many."),
    Film(
      17, "Lanterns for a Deaf King", "2012-04-27", rated: 8.5, by: 6_902,
      "A court learns to speak with light."),
    Film(
      18, "The Last Switchboard", "2021-09-17", rated: 8.1, by: 4_038,
      "She has connected every call on the island for fifty years, and never made one."),
    Film(
      19, "Dust Keeps a Diary", "2016-02-12", rated: 8.0, by: 3_776,
      "A museum guard reads the exhibits by what settles on them."),
  ]
}
