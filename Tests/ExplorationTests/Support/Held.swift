/// A variable of a scenario, without a lock, whose accesses are no points.
// Sendable: one thread of a scenario runs at a time.
final class Held<Value>: @unchecked Sendable {
  var value: Value

  init(_ value: Value) {
    self.value = value
  }
}
