import Foundation
import StreamCore
import TestSupport
import Testing

@Suite("Subscribers.Completion")
struct CompletionTests {
  typealias Completion = Subscribers.Completion<TestError>

  @Test("Two are equal if both finished, or failed alike")
  func equality() {
    expectEqual(Completion.finished, .finished)
    expectEqual(Completion.failure(TestError("a")), .failure(TestError("a")))
    expect(Completion.failure(TestError("a")) != .failure(TestError("b")))
    expect(Completion.finished != .failure(TestError("a")))
  }

  @Test("Equal ones hash alike")
  func hashing() {
    let failures = ["a", "a", "b"].map { Completion.failure(TestError($0)) }
    let set = Set(failures + [.finished])
    expectEqual(set.count, 3)
    expect(set.contains(.finished))
    expect(set.contains(.failure(TestError("b"))))
  }

  @Test("It prints as finished or failure(…)")
  func description() {
    expectEqual("\(Completion.finished)", "finished")
    expectEqual("\(Completion.failure(TestError("lost")))", "failure(lost)")
  }

  @Test("The coded form holds whether it finished, and otherwise the error")
  func codedForm() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(String(decoding: try encoder.encode(Completion.finished), as: UTF8.self) == #"{"success":true}"#)
    #expect(
      String(decoding: try encoder.encode(Completion.failure(TestError("lost"))), as: UTF8.self)
        == #"{"error":{"name":"lost"},"success":false}"#)
  }

  @Test("Coding and decoding keeps it", arguments: [Completion.finished, .failure(TestError("lost"))])
  func codingRoundTrip(completion: Completion) throws {
    let data = try JSONEncoder().encode(completion)
    #expect(try JSONDecoder().decode(Completion.self, from: data) == completion)
  }

  @Test("Incomplete coded forms are refused", arguments: ["{}", #"{"success":false}"#])
  func incompleteForms(json: String) {
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Completion.self, from: Data(json.utf8)) }
  }

  @Test("Widening the failure type keeps the failure")
  func widening() {
    guard case .finished = Completion.finished.widened else {
      Issue.record("A finish must stay one.")
      return
    }
    guard case .failure(let error) = Completion.failure(TestError("lost")).widened else {
      Issue.record("A failure must stay one.")
      return
    }
    expectEqual(error as? TestError, TestError("lost"))
  }
}
