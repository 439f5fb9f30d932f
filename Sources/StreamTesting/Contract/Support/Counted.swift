/// An object that is counted while it is alive.
package final class Counted: Sendable {
  private let alive: Box<Int>

  package init(_ alive: Box<Int>) {
    self.alive = alive
    alive.update { $0 += 1 }
  }

  deinit {
    alive.update { $0 -= 1 }
  }
}
