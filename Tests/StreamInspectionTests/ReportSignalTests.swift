import Foundation
import StreamCore
import StreamMapping
import TestSupport
import Testing

@testable import StreamInspection

// In a process of its own, whose environment, signal and standard error nothing else uses.
@Suite("The signal for a report")
struct ReportSignalTests {
  @Test("An armed program writes a report on the signal of the environment, whoever armed it", .timeLimit(.generous))
  func writesReport() async {
    await #expect(processExitsWith: .success) {
      var ends: [Int32] = [0, 0]
      #expect(pipe(&ends) == 0)
      dup2(ends[1], STDERR_FILENO)
      setenv("STREAMS_INSPECT_SIGNAL", "USR1", 1)
      setenv("STREAMS_INSPECT_RECORD", "map", 1)
      StreamInspector.arm()
      let subject = PassthroughSubject<Int, Never>()
      let cancellable = subject.map { $0 + 1 }.sink { _ in }
      kill(getpid(), SIGUSR1)
      // It waits for what does not come until the test's time is over.
      let standardError = FileHandle(fileDescriptor: ends[0])
      var text = Data()
      while !String(decoding: text, as: UTF8.self).contains("PassthroughSubject ─ map ─ sink") {
        text += standardError.availableData
      }
      #expect(StreamInspector.recordedStages.count == 1)
      cancellable.cancel()
    }
  }
}
