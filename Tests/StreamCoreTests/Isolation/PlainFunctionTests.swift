import TestSupport
import Testing

@testable import StreamCore

/// What ``PlainFunction`` assumes of the compiler in use.
@Suite("Functions that are called without await")
struct PlainFunctionTests {
  private typealias Isolated = @Sendable @isolated(any) (Int) -> Int
  private typealias Plain = @Sendable (Int) -> Int

  @Test("A function is as long with isolation as without")
  func size() {
    expectEqual(MemoryLayout<Isolated>.size, MemoryLayout<Plain>.size)
    expectEqual(MemoryLayout<IsolatedFunction<Int>>.size, MemoryLayout<PlainFunction<Int>>.size)
    expectEqual(MemoryLayout<IsolatedFunction<String>>.stride, MemoryLayout<PlainFunction<String>>.stride)
  }

  @Test("A function without isolation, whose captures are intact, is called with its argument")
  func plain() {
    let log = Box<[String]>([])
    let prefix = String(repeating: "captured ", count: 3)
    let function = PlainFunction<String> { value in log.update { $0.append(prefix + value) } }
    function.call("a")
    function.call("b")
    expectEqual(log.value, ["captured captured captured a", "captured captured captured b"])
  }

  @Test("A closure on the main actor has it as its isolation, and is called there")
  @MainActor
  func onMain() {
    var sum = 0
    let names = ["one", "two"]
    func isolation(@_inheritActorContext of body: @escaping @Sendable @isolated(any) (Int) -> Void) -> (any Actor)? {
      PlainFunction(body).call(names.count)
      return body.isolation
    }
    expect(isolation { sum += $0 * names.count } === MainActor.shared)
    expectEqual(sum, 4)
  }

  @Test("A closure outside of actors has no isolation, nor has a function that is none's")
  func withoutIsolation() {
    func isolation(@_inheritActorContext of body: @escaping @Sendable @isolated(any) (Int) -> Void) -> (any Actor)? {
      body.isolation
    }
    let body: @Sendable (Int) -> Void = { _ in }
    expect(isolation { _ in } == nil)
    expect(isolation(of: body) == nil)
  }

  @Test("A function without parameters is as long with isolation as without, and is called with its captures")
  @MainActor
  func withoutParameters() {
    typealias IsolatedAction = @Sendable @isolated(any) () -> Void
    typealias PlainAction = @Sendable () -> Void
    expectEqual(MemoryLayout<IsolatedAction>.size, MemoryLayout<PlainAction>.size)
    var calls: [String] = []
    let names = ["one", "two"]
    func plain(@_inheritActorContext _ body: @escaping IsolatedAction) -> PlainAction {
      expect(body.isolation === MainActor.shared)
      return plainFunction(body)
    }
    let function = plain { calls += names }
    function()
    function()
    expectEqual(calls, ["one", "two", "one", "two"])
    let log = Box(0)
    plainFunction { log.increment() }()
    expectEqual(log.value, 1)
  }

  @Test("A closure is released with the function")
  func release() {
    final class Token: Sendable {}
    weak var released: Token?
    do {
      let token = Token()
      released = token
      let function = PlainFunction<Int> { _ in withExtendedLifetime(token) {} }
      function.call(1)
      expect(released != nil)
      withExtendedLifetime(function.call) {}
    }
    expect(released == nil)
  }
}
