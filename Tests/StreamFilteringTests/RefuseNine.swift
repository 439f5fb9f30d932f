import TestSupport

/// Throws at nine.
@Sendable
func refuseNine(_ number: Int) throws -> Int {
  guard number != 9 else { throw TestError("refused") }
  return number
}
