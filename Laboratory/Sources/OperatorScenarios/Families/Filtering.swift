extension Family {
  static let filtering = Family("StreamFiltering") {
    Scenarios.choosingElements
    Scenarios.oneElement
    Scenarios.theBeginning
    Scenarios.theRest
    Scenarios.emptyStreams
  }
}
