import StreamTesting

extension Stage {
  /// Waits, as work does that takes time.
  ///
  /// - Parameter ticks: How long.
  func wait(_ ticks: Int) async {
    try? await scheduler.clock.sleep(for: .seconds(ticks))
  }

  /// Twice a number, which takes as many ticks as the number says.
  func double(_ number: Int) async -> Int {
    await wait(number)
    return number * 2
  }

  /// Half of a number, if it is even, which takes as many ticks as the number says.
  func half(_ number: Int) async -> Int? {
    await wait(number)
    return number.isMultiple(of: 2) ? number / 2 : nil
  }

  /// Whether a number is odd, which takes as many ticks as the number says.
  func isOdd(_ number: Int) async -> Bool {
    await wait(number)
    return !number.isMultiple(of: 2)
  }

  /// Twice a number below 3, which takes as many ticks as the number says; the others fail then.
  func doubleSmall(_ number: Int) async throws(MarbleFailure) -> Int {
    await wait(number)
    guard number < 3 else { throw MarbleFailure() }
    return number * 2
  }

  /// The letters of the timeline that is named by a number, which take as many ticks to find as the number says.
  func letters(of number: Int) async -> MarblePublisher<String, MarbleFailure> {
    await wait(number)
    return text[dynamicMember: "\(number)"]
  }
}
