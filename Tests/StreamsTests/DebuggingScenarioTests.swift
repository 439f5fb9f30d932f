import Streams
import TestSupport
import Testing

@Suite("Scenarios: debugging")
struct DebuggingScenarioTests {
  /// A stream that keeps what is printed.
  private final class Lines: TextOutputStream, Sendable {
    private let text = Box("")

    func write(_ string: String) {
      text.update { $0 += string }
    }

    var all: [String] { text.value.split(separator: "\n").map(String.init) }
  }

  @Test("A print on each side of a retry shows four attempts inside, and one failure outside")
  func retry() {
    let lines = Lines()
    let recorder = Fail<Int, TestError>(error: TestError("e"))
      .print("(1)>", to: lines).retry(3).print("(2)>", to: lines).record()
    expectEqual(recorder.failure, TestError("e"))
    expectEqual(lines.all.count { $0 == "(1)>: receive subscription: (Empty)" }, 4)
    expectEqual(lines.all.count { $0 == "(1)>: receive error: (e)" }, 4)
    expectEqual(
      lines.all.filter { $0.hasPrefix("(2)>") },
      [
        "(2)>: receive subscription: (Retry)", "(2)>: request unlimited", "(2)>: receive error: (e)",
      ])
  }
}
