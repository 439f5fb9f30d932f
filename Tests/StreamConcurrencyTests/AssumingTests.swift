import Dispatch
import StreamConcurrency
import StreamCore
import TestSupport
import Testing

@Suite("MainActor.assuming", .timeLimit(.generous))
@MainActor
final class AssumingTests {
  private var log: [String] = []

  @Test("On the main actor each form calls its closure")
  func onMain() {
    let none = MainActor.assuming { [unowned self] in log.append("none") }
    let one = MainActor.assuming { [unowned self] (value: Int) -> String in
      log.append("\(value)")
      return "one \(value)"
    }
    let two = MainActor.assuming { [unowned self] (first: Int, second: String) -> String in
      log.append(second)
      return "\(first) \(second)"
    }
    let pair: ((Int, String)) -> String = MainActor.assuming { first, second in "\(first) \(second)" }
    expectEqual(pair((3, "c")), "3 c")
    none()
    expectEqual(one(1), "one 1")
    expectEqual(two(2, "b"), "2 b")
    expectEqual(log, ["none", "1", "b"])
  }

  /// What the forms assume of the compiler in use: a bit cast takes the main actor out of the type.
  @Test("A function of the main actor is as long as one of none, whatever its parameters, and keeps its captures")
  func lengths() {
    typealias Main0 = @MainActor () -> String
    typealias Main1 = @MainActor (String) throws -> String
    typealias Main2 = @MainActor (String, Int) -> String
    expectEqual(MemoryLayout<Main0>.size, MemoryLayout<() -> String>.size)
    expectEqual(MemoryLayout<Main1>.size, MemoryLayout<(String) throws -> String>.size)
    expectEqual(MemoryLayout<Main2>.size, MemoryLayout<(String, Int) -> String>.size)
    let captured = String(repeating: "captured ", count: 3)
    expectEqual(MainActor.assuming { captured + "0" }(), "captured captured captured 0")
    expectEqual(MainActor.assuming { (text: String) in captured + text }("1"), "captured captured captured 1")
    let two = MainActor.assuming { (text: String, number: Int) in captured + text + "\(number)" }
    expectEqual(two("a", 2), "captured captured captured a2")
  }

  @Test("What the closure throws is thrown")
  func throwing() {
    let failing = MainActor.assuming { (value: Int) throws -> Int in
      guard value > 0 else { throw TestError("not above zero") }
      return value
    }
    #expect(throws: TestError("not above zero")) { try failing(0) }
    #expect((try? failing(1)) == 1)
  }

  @Test("A value that is not Sendable comes and goes")
  func notSendable() {
    final class Number {
      let value: Int
      init(_ value: Int) { self.value = value }
    }
    let next = MainActor.assuming { (number: Number) in Number(number.value + 1) }
    expectEqual(next(Number(1)).value, 2)
  }

  @Test("Off the main actor the process ends")
  func offMain() async {
    await #expect(processExitsWith: .failure) {
      let body = MainActor.assuming { (value: Int) in value }
      await withCheckedContinuation { continuation in
        DispatchQueue(label: "elsewhere").async {
          _ = body(1)
          continuation.resume()
        }
      }
    }
  }
}
