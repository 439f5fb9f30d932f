import StreamCore
import StreamMapping
import StreamSharing
import StreamTesting
import TestSupport
import Testing

@testable import StreamInspection

extension InspectorTests {
  @Test("Snapshots and recordings are taken while four threads send, request, cancel and end")
  func threads() {
    let recording = StreamInspector.record("map", "buffer", limit: 8)
    let subjects = (0..<20).map { _ in PassthroughSubject<Int, Never>() }
    let readers = subjects.map { _ in RecordingSubscriber<Int, Never>(demand: .max(1)) }
    inspected {
      for (subject, reader) in zip(subjects, readers) {
        subject.map { $0 + 1 }.buffer(size: 2, prefetch: .byRequest, whenFull: .dropOldest).subscribe(reader)
      }
    } _: { _, _ in
      concurrently(4) { thread in
        for (index, (subject, reader)) in zip(subjects, readers).enumerated() {
          for number in 0..<20 {
            subject.send(number)
            reader.request(.max(1))
          }
          let snapshot = StreamInspector.snapshot(at: now(), findsLines: false)
          for stage in snapshot.pipelines.flatMap(\.stages) where stage.isRecorded {
            _ = StreamRecorder.current?.recording(of: stage.id, findsLine: false)?.test()
          }
          if (index + thread).isMultiple(of: 4) { reader.cancel() } else { subject.send(completion: .finished) }
        }
      }
    }
    recording.cancel()
    for reader in readers { expectEqual(reader.overlaps, 0) }
  }
}
