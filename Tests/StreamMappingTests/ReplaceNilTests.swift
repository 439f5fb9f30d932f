import StreamCore
import StreamMapping
import TestSupport
import Testing

@Suite("replaceNil")
struct ReplaceNilTests {
  @Test("Code that unwraps the values afterwards compiles")
  func unwrappedAfterwards() {
    let recorder = ["A", nil, "C"].publisher.replaceNil(with: "*_*").map { $0! }.record()
    expectEqual(recorder.values, ["A", "*_*", "C"])
  }

  @Test("Delivers values that are not optional")
  func typed() {
    let source: [String?] = ["A", nil, "C"]
    let values: [String] = source.publisher.replaceNil(with: "*_*").record().values
    expectEqual(values, ["A", "*_*", "C"])
  }

  @Test("Replaces each nil")
  func everyNil() {
    let subject = PassthroughSubject<String?, TestError>()
    let publisher = subject.replaceNil(with: "r")
    #expect(type(of: publisher) == Publishers.Map<PassthroughSubject<String?, TestError>, String>.self)
    let recorder = publisher.record()
    for text in ["one", nil, "", nil, "five"] { subject.send(text) }
    subject.send(completion: .failure(TestError("broken")))
    expectEqual(recorder.values, ["one", "r", "", "r", "five"])
    expectEqual(recorder.failure, TestError("broken"))
  }

  @Test("Is a map: demand and subscription are passed on")
  func passesOn() {
    let upstream = ScriptedPublisher<Int?, TestError>()
    let recorder = upstream.replaceNil(with: 0).record(demand: .max(2)) { _ in .max(3) }
    expectEqual(upstream.send(nil), .max(3))
    expectEqual(upstream.requests, [.demand(.max(2))])
    expectEqual(recorder.subscriptions, ["Scripted"])
    expectEqual(upstream.subscriberDescriptions, ["Map"])
    recorder.cancel()
    expect(upstream.isCancelled)
  }
}
