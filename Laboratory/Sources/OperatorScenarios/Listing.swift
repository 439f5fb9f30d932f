/// Where people find an operator: the build of the documentation (`Docs/build-docs.sh`) writes it into the copies of
/// the pages that it makes.
///
///     listed: Listing(
///       under: "Elements of all, as they come",
///       answers: ("I want to combine several publishers", "elements of sorted publishers, sorted"),
///       beside: ["merge(with:)"], elsewhere: [("mergeComparing", "Reactor")])
///
/// An operator without a listing is in these pages by hand.
public struct Listing: Sendable {
  /// The topic of its module's page that lists the operator, the operators that its scenario covers, and their types.
  /// Their publishers are in the page's topic of publishers, if it has one.
  public let topic: String

  /// The section of the guide Which operator, and what the operator is for, as a line of it says.
  public let answer: (section: String, text: String)

  /// The operators that people use in its place, or beside it, as the documentation titles them.
  public let neighbours: [String]

  /// Names that it has in other libraries, with the libraries.
  public let namesElsewhere: [(name: String, libraries: String)]

  /// Creates a listing.
  ///
  /// - Parameters:
  ///   - topic: The topic of its module's page.
  ///   - answer: The section of the guide Which operator, and what the operator is for.
  ///   - neighbours: The operators that people use in its place, or beside it.
  ///   - namesElsewhere: Names that it has in other libraries, with the libraries.
  public init(
    under topic: String, answers answer: (section: String, text: String), beside neighbours: [String] = [],
    elsewhere namesElsewhere: [(name: String, libraries: String)] = []
  ) {
    self.topic = topic
    self.answer = answer
    self.neighbours = neighbours
    self.namesElsewhere = namesElsewhere
  }
}
