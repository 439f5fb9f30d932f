#if os(Linux) || os(macOS)
  import Foundation
  import StreamCore
  import StreamProcesses
  import TestSupport
  import Testing

  private func shell<P: Publisher & Sendable>(_ script: String, input: P) -> Publishers.ProcessStandardOutput
  where P.Output: DataProtocol & Sendable {
    Process.outputPublisher(
      running: URL(fileURLWithPath: "/bin/sh"), arguments: ["-c", script], input: ProcessInput(of: input)
    ).standardOutput
  }

  private struct Broken: Error {}

  @Suite("A publisher as a program's standard input", .serialized, .timeLimit(.generous))
  struct ProcessInputTests {
    @Test("The program reads what the publisher delivers, and the end; each run subscribes anew")
    func cat() async throws {
      let output = shell("cat; echo end", input: [[UInt8]("milk\n".utf8), [], Array("bread\n".utf8)].publisher)
      for _ in 1...2 {
        let recorder = output.lines().record()
        #expect(try await eventually { recorder.isFinished })
        expectEqual(recorder.values, ["milk", "bread", "end"])
      }
    }

    @Test("More than the pipe holds goes through whole, by any chunk", arguments: [1_000, 65_536, 3_000_000])
    func muchInput(chunk: Int) async throws {
      let total = 3_000_000
      let bytes = Data((0..<total).lazy.map { UInt8(truncatingIfNeeded: $0 % 251) })
      let chunks = stride(from: 0, to: total, by: chunk).map { bytes[$0..<min($0 + chunk, total)] }
      let recorder = shell("cat", input: chunks.publisher).record(demand: .max(1)) { _ in .max(1) }
      #expect(try await eventually { recorder.isFinished })
      expect(recorder.values.reduce(Data(), +) == bytes)
    }

    @Test("A program that does not read holds the publisher back; its end cancels it")
    func holdsBack() async throws {
      let subject = ScriptedPublisher<Data, Never>()
      let recorder = shell("read line; echo $line; exec sleep 100", input: subject).record()
      #expect(try await eventually { subject.demand == .max(1) })
      _ = subject.send(Data("milk\n".utf8))
      #expect(try await eventually { recorder.values.count == 1 })
      #expect(try await eventually { subject.demand == .max(2) })
      // More than the pipe holds.
      _ = subject.send(Data(count: 1_000_000))
      expectEqual(subject.demand, .max(2))
      recorder.cancel()
      #expect(try await eventually { subject.isCancelled })
    }

    @Test("A program that ends before it has read its input ends the run as it would; the publisher is cancelled")
    func endsEarly() async throws {
      let subject = ScriptedPublisher<Data, Never>()
      let recorder = shell("read line; echo $line", input: subject).record()
      #expect(try await eventually { subject.subscriberCount == 1 })
      _ = subject.send(Data("milk\nbread\n".utf8))
      #expect(try await eventually { recorder.isFinished })
      #expect(try await eventually { subject.isCancelled })
    }

    @Test("A program that closes its input goes on, and its status counts")
    func closesInput() async throws {
      let chunks = Array(repeating: Data(count: 100_000), count: 100)
      let recorder = shell("exec <&-; sleep 0.2; echo on; exit 3", input: chunks.publisher).record()
      #expect(try await eventually { recorder.failure != nil })
      expectEqual(recorder.values, [Data("on\n".utf8)])
      guard case .exited(status: 3) = recorder.failure else {
        Issue.record("\(String(describing: recorder.failure))")
        return
      }
    }

    @Test("A failure of the publisher terminates the program, and is the run's after its output")
    func failure() async throws {
      let subject = ScriptedPublisher<Data, Broken>()
      let recorder = shell("echo begun; cat; sleep 100", input: subject).record()
      #expect(try await eventually { recorder.values.count == 1 && subject.subscriberCount == 1 })
      subject.send(completion: .failure(Broken()))
      #expect(try await eventually { recorder.failure != nil })
      guard case .input(_ as Broken) = recorder.failure else {
        Issue.record("\(String(describing: recorder.failure))")
        return
      }
      expectEqual(recorder.values, [Data("begun\n".utf8)])
    }

    @Test("A program that cannot be started subscribes to no input")
    func notStarted() async throws {
      let subject = ScriptedPublisher<Data, Never>()
      let recorder = Process.outputPublisher(
        running: URL(fileURLWithPath: "/nowhere/\(UUID().uuidString)"), input: ProcessInput(of: subject)
      ).record()
      #expect(try await eventually { recorder.failure != nil })
      expect(subject.subscriberCount == 0)
    }

    @Test("A run that has ended releases the publisher and its pipes")
    func release() async throws {
      weak var weakSubject: ScriptedPublisher<Data, Never>?
      do {
        let subject = ScriptedPublisher<Data, Never>()
        weakSubject = subject
        let recorder = shell("head -c 1 >/dev/null", input: subject).record()
        #expect(try await eventually { subject.subscriberCount == 1 })
        _ = subject.send(Data("ab".utf8))
        #expect(try await eventually { recorder.isFinished })
      }
      #expect(try await eventually { weakSubject == nil })
    }
  }
#endif
