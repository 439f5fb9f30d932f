import StreamCore
import TestSupport
import Testing

@Suite("Result.Publisher")
struct ResultPublisherTests {
  typealias Event = RecordingSubscriber<String, TestError>.Event

  @Test("Delivers the value of a success, then finishes")
  func success() {
    let expected: [Event] = [.subscription("Once"), .value("Success"), .finished]
    #expect(Result<String, TestError>.Publisher(.success("Success")).record().events == expected)
    #expect(Result<String, TestError>.Publisher("Success").record().events == expected)
    #expect(Result<String, TestError>.success("Success").publisher.record().events == expected)
  }

  @Test("A failure fails the stream at once, without demand")
  func failure() {
    let expected: [Event] = [.subscription("Empty"), .failure(TestError("lost"))]
    let error = TestError("lost")
    #expect(Result<String, TestError>.Publisher(.failure(error)).record(demand: .none).events == expected)
    #expect(Result<String, TestError>.Publisher(error).record(demand: .none).events == expected)
    #expect(Result<String, TestError>.failure(error).publisher.record(demand: .none).events == expected)
  }

  @Test("Two are equal if their results are")
  func equality() {
    typealias Publisher = Result<Int, TestError>.Publisher
    expectEqual(Publisher(1), Publisher(.success(1)))
    expect(Publisher(1) != Publisher(2))
    expect(Publisher(1) != Publisher(TestError()))
    expectEqual(Publisher(1).result, .success(1))
  }
}
