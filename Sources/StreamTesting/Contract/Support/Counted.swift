/// An object that counts its living instances.
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
