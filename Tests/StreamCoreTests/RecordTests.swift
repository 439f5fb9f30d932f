import Foundation
import StreamCore
import TestSupport
import Testing

@Suite("Record")
struct RecordTests {
  typealias IntRecord = Record<Int, TestError>
  typealias Event = RecordingSubscriber<Int, TestError>.Event

  @Test("Replays values and completion to every subscriber")
  func replays() {
    let record = IntRecord(output: [1, 2, 3], completion: .finished)
    for _ in 0..<2 {
      expectEqual(record.record().events, [.subscription("[1, 2, 3]"), .value(1), .value(2), .value(3), .finished])
    }
  }

  @Test("Replays the values and the completion that a closure recorded, including a failure")
  func recordsByClosure() {
    let record = IntRecord { recording in
      for value in 1...3 { recording.receive(value) }
      recording.receive(completion: .failure(TestError("lost")))
    }
    expect(
      record.record().events
        == [.subscription("[1, 2, 3]"), .value(1), .value(2), .value(3), .failure(TestError("lost"))])
  }

  @Test("A recording without a completion finishes")
  func recordingWithoutCompletion() {
    expectEqual(IntRecord { $0.receive(1) }.record().events, [.subscription("[1]"), .value(1), .finished])
    expectEqual(IntRecord.Recording().completion, .finished)
  }

  @Test("Another record can replay the same recording")
  func replaysRecording() {
    let original = IntRecord(output: [1, 2], completion: .failure(TestError()))
    expectEqual(IntRecord(recording: original.recording).record().events, original.record().events)
  }

  @Test("Values and completion of a recording can be read")
  func readsRecording() {
    let record = Record<String, TestError> { recording in
      for word in ["one", "two", "three"] { recording.receive(word) }
      recording.receive(completion: .finished)
    }
    expectEqual(record.recording.output.count, 3)
    expectEqual(record.recording.completion, .finished)
    expectEqual(record.record().values, ["one", "two", "three"])
  }

  @Test("A sink can feed a recording")
  func fedBySink() {
    let recording = Box(IntRecord.Recording())
    _ = IntRecord(output: [1, 2], completion: .failure(TestError())).sink(
      receiveCompletion: { completion in recording.update { $0.receive(completion: completion) } },
      receiveValue: { value in recording.update { $0.receive(value) } })
    expectEqual(recording.value.output, [1, 2])
    expectEqual(recording.value.completion, .failure(TestError()))
  }

  @Test("Values are delivered on demand, and the completion with the last one")
  func demand() {
    let recorder = IntRecord(output: [1, 2, 3], completion: .failure(TestError())).record(demand: .max(2))
    expectEqual(recorder.values, [1, 2])
    expect(recorder.completions.isEmpty)
    recorder.request(.max(1))
    expectEqual(recorder.values, [1, 2, 3])
    expectEqual(recorder.failure, TestError())
  }

  @Test("Without values it ends at once, without demand")
  func withoutValues() {
    expectEqual(IntRecord { _ in }.record(demand: .none).events, [.subscription("Empty"), .finished])
    expect(
      IntRecord(output: [], completion: .failure(TestError("lost"))).record(demand: .none).events
        == [.subscription("Empty"), .failure(TestError("lost"))])
  }

  @Test("Recording anything after the completion traps (rule 9)")
  func recordingAfterCompletionTraps() async {
    await #expect(processExitsWith: .failure) {
      var recording = Record<Int, TestError>.Recording()
      recording.receive(completion: .finished)
      recording.receive(1)
    }
    await #expect(processExitsWith: .failure) {
      var recording = Record<Int, TestError>.Recording()
      recording.receive(completion: .failure(TestError()))
      recording.receive(completion: .finished)
    }
    await #expect(processExitsWith: .failure) {
      var recording = Record<Int, TestError>.Recording(output: [1])
      recording.receive(2)
    }
  }

  // MARK: Coding

  static func encode(_ record: IntRecord) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(record), as: UTF8.self)
  }

  @Test("A record that finishes has Combine's coded form")
  func codedFinish() throws {
    let json = try Self.encode(IntRecord(output: [1, 2, 3], completion: .finished))
    expectEqual(json, #"{"recording":{"completion":{"success":true},"output":[1,2,3]}}"#)
  }

  @Test("A record that fails has Combine's coded form")
  func codedFailure() throws {
    let json = try Self.encode(IntRecord(output: [], completion: .failure(TestError("lost"))))
    expectEqual(json, #"{"recording":{"completion":{"error":{"name":"lost"},"success":false},"output":[]}}"#)
  }

  @Test(
    "Coding and decoding keeps it",
    arguments: [Subscribers.Completion<TestError>.finished, .failure(TestError("lost"))])
  func codingRoundTrip(completion: Subscribers.Completion<TestError>) throws {
    let data = try JSONEncoder().encode(IntRecord(output: [1, 2, 3], completion: completion))
    let decoded = try JSONDecoder().decode(IntRecord.self, from: data)
    expectEqual(decoded.recording.output, [1, 2, 3])
    expectEqual(decoded.recording.completion, completion)
    expectEqual(decoded.record().values, [1, 2, 3])
  }

  @Test("encode(into:) writes the same as encode(to:)")
  func encodesInto() throws {
    struct Into: Encodable {
      let recording: IntRecord.Recording

      func encode(to encoder: any Encoder) throws { try recording.encode(into: encoder) }
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let recording = IntRecord.Recording(output: [1, 2], completion: .failure(TestError("lost")))
    #expect(try encoder.encode(Into(recording: recording)) == encoder.encode(recording))
  }

  @Test(
    "Data that codes no recording is refused with a DecodingError",
    arguments: [
      "{}", "[]", "1", "null", #"{"output":[1]}"#, #"{"completion":{"success":true}}"#,
      #"{"output":["a"],"completion":{"success":true}}"#, #"{"output":1,"completion":{"success":true}}"#,
      #"{"output":[],"completion":true}"#, #"{"output":[],"completion":{"success":false}}"#,
      #"{"output":[],"completion":{"success":1}}"#, #"{"output":[],"completion":{"success":false,"error":1}}"#,
    ])
  func codedGarbage(json: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(IntRecord.Recording.self, from: Data(json.utf8))
    }
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(IntRecord.self, from: Data(#"{"recording":\#(json)}"#.utf8))
    }
  }

  @Test("A decoded recording is complete: recording into it traps")
  func decodedIsComplete() async {
    await #expect(processExitsWith: .failure) {
      let data = Data(#"{"output":[1],"completion":{"success":true}}"#.utf8)
      guard var recording = try? JSONDecoder().decode(Record<Int, TestError>.Recording.self, from: data) else { return }
      recording.receive(2)
    }
  }
}
