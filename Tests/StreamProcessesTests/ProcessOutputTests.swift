#if os(Linux) || os(macOS)
  import Foundation
  import StreamCore
  import StreamProcesses
  import TestSupport
  import Testing

  #if canImport(Darwin)
    import Darwin
  #elseif canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  private func shell(_ script: String) -> Publishers.ProcessOutput {
    Process.outputPublisher(running: URL(fileURLWithPath: "/bin/sh"), arguments: ["-c", script])
  }

  extension RecordingSubscriber where Input == ProcessPiece {
    fileprivate var output: String {
      String(
        decoding: values.flatMap { if case .output(let data) = $0 { Array(data) } else { [UInt8]() } }, as: UTF8.self)
    }

    fileprivate var error: String {
      String(
        decoding: values.flatMap { if case .error(let data) = $0 { Array(data) } else { [UInt8]() } }, as: UTF8.self)
    }
  }

  @Suite("Processes as publishers", .serialized, .timeLimit(.generous))
  struct ProcessOutputTests {
    @Test("Both outputs of a program are delivered, then the finish")
    func bothOutputs() async throws {
      let recorder = shell("echo out; echo err >&2; echo more").record()
      #expect(try await eventually { recorder.isFinished })
      expectEqual(recorder.output, "out\nmore\n")
      expectEqual(recorder.error, "err\n")
      expectEqual(recorder.overlaps, 0)
      expectEqual(recorder.subscriptions, ["ProcessOutput"])
    }

    @Test("The program gets the given arguments, environment and folder, and an empty input")
    func settings() async throws {
      let recorder = Process.outputPublisher(
        running: URL(fileURLWithPath: "/bin/sh"), arguments: ["-c", "cat; echo $PLACE $0 $1; pwd", "a b", "c"],
        environment: ["PLACE": "sea"], currentDirectory: URL(fileURLWithPath: "/")
      ).record()
      #expect(try await eventually { recorder.isFinished })
      expectEqual(recorder.output, "sea a b c\n/\n")
    }

    @Test("Standard output is delivered as lines, wherever the pieces are cut")
    func lines() async throws {
      let recorder = shell("i=0; while [ $i -lt 3000 ]; do echo line $i; i=$((i+1)); done").standardOutput.lines()
        .record(demand: .max(1)) { _ in .max(1) }
      #expect(try await eventually { recorder.isFinished })
      expectEqual(recorder.values, (0..<3_000).map { "line \($0)" })
    }

    @Test("An exit status other than 0, and a signal, is a failure after the output")
    func exitStatus() async throws {
      let exited = shell("echo last words; exit 3").record()
      #expect(try await eventually { exited.failure != nil })
      expectEqual(exited.output, "last words\n")
      guard case .exited(status: 3) = exited.failure else {
        Issue.record("\(String(describing: exited.failure))")
        return
      }
      let signalled = shell("kill -9 $$").record()
      #expect(try await eventually { signalled.failure != nil })
      guard case .signalled(9) = signalled.failure else {
        Issue.record("\(String(describing: signalled.failure))")
        return
      }
    }

    @Test("A program that cannot be started is a failure at the first demand")
    func notStarted() async throws {
      let program = Process.outputPublisher(running: URL(fileURLWithPath: "/nowhere/\(UUID().uuidString)"))
      let recorder = program.record(demand: .none)
      expect(recorder.completions.isEmpty)
      recorder.request(.max(1))
      #expect(try await eventually { recorder.failure != nil })
      guard case .notStarted = recorder.failure else {
        Issue.record("\(String(describing: recorder.failure))")
        return
      }
    }

    @Test("Nothing is delivered before receive(subscription:) has returned (rule 3)")
    func subscriptionFirst() async throws {
      let both = SlowToTake<ProcessPiece, ProcessFailure>()
      shell("echo 1").subscribe(both)
      let output = SlowToTake<Data, ProcessFailure>()
      shell("echo 1").standardOutput.subscribe(output)
      #expect(try await eventually { both.hasEnded && output.hasEnded })
      expect(both.values == 1 && both.early == 0)
      expect(output.values == 1 && output.early == 0)
    }

    @Test("A program may close its outputs and go on: the stream waits for its status")
    func outputsClosed() async throws {
      let recorder = shell("echo said; exec >&- 2>&-; sleep 0.3; exit 4").record()
      #expect(try await eventually { recorder.failure != nil })
      expectEqual(recorder.output, "said\n")
      guard case .exited(status: 4) = recorder.failure else {
        Issue.record("\(String(describing: recorder.failure))")
        return
      }
    }

    @Test("The completion needs no demand once all output is delivered")
    func endWithoutDemand() async throws {
      let silent = shell("true").record(demand: .max(1))
      #expect(try await eventually { silent.isFinished })
      let spoken = shell("echo once").record(demand: .max(1))
      #expect(try await eventually { spoken.isFinished })
      expectEqual(spoken.output, "once\n")
    }

    @Test("A program may end before the rest of its output is requested: the finish comes after that")
    func endBeforeDemand() async throws {
      // More than one piece; what is left of it fits into the pipe.
      let recorder = shell("echo $$; exec head -c 65536 /dev/zero").record(demand: .max(1))
      #expect(try await eventually { recorder.values.count == 1 })
      let child = try #require(pid_t(recorder.output.prefix { $0 != "\n" }))
      #expect(try await eventually { kill(child, 0) != 0 && errno == ESRCH })
      // Whether the subscription has been told of the end by now makes no difference; mostly it has.
      try await Task.sleep(for: .milliseconds(100))
      expect(recorder.completions.isEmpty)
      recorder.request(.unlimited)
      #expect(try await eventually { recorder.isFinished })
      expectEqual(recorder.output.utf8.count, "\(child)\n".utf8.count + 65_536)
    }

    @Test("A program whose output is not requested waits; with demand it goes on, and nothing is lost (rule 2)")
    func backPressure() async throws {
      let marker = FileManager.default.temporaryDirectory.appendingPathComponent("marker-\(UUID().uuidString)")
      defer { try? FileManager.default.removeItem(at: marker) }
      let recorder = shell("head -c 3000000 /dev/zero; touch '\(marker.path)'").record(demand: .max(1))
      #expect(try await eventually { recorder.values.count == 1 })
      // The pipe takes far less, so that the program is stuck within: it has all the time to prove the contrary.
      try await Task.sleep(for: .milliseconds(300))
      expect(!FileManager.default.fileExists(atPath: marker.path))
      expectEqual(recorder.values.count, 1)
      recorder.request(.unlimited)
      #expect(try await eventually { recorder.isFinished })
      expectEqual(recorder.output.utf8.count, 3_000_000)
      expect(FileManager.default.fileExists(atPath: marker.path))
    }

    @Test(
      "A cancel terminates and reaps the program, by force after two seconds if it ignores SIGTERM",
      arguments: [false, true])
    func cancel(isStubborn: Bool) async throws {
      let script = (isStubborn ? "trap '' TERM; " : "") + "echo $$; while true; do sleep 0.1; done"
      let recorder = shell(script).record()
      #expect(try await eventually { recorder.output.hasSuffix("\n") })
      let child = try #require(pid_t(recorder.output.trimmingCharacters(in: .whitespacesAndNewlines)))
      expectEqual(kill(child, 0), 0)
      let cancelled = ContinuousClock.now
      recorder.cancel()
      recorder.cancel()
      // A process that is not reaped could still be sent a signal.
      #expect(try await eventually { kill(child, 0) != 0 && errno == ESRCH })
      if isStubborn { expect(.now - cancelled >= .seconds(2)) }
      expect(recorder.completions.isEmpty)
    }

    @Test("A cancel before any demand starts no program, and one after the end has no effect")
    func cancelAtTheEdges() async throws {
      let marker = FileManager.default.temporaryDirectory.appendingPathComponent("marker-\(UUID().uuidString)")
      defer { try? FileManager.default.removeItem(at: marker) }
      let early = shell("touch '\(marker.path)'").record(demand: .none)
      early.cancel()
      early.request(.unlimited)
      let late = shell("echo late").record()
      #expect(try await eventually { late.isFinished })
      late.cancel()
      expectEqual(late.output, "late\n")
      expect(early.completions.isEmpty)
      expect(!FileManager.default.fileExists(atPath: marker.path))
    }

    @Test("A request for no values starts no program")
    func requestNone() async throws {
      let marker = FileManager.default.temporaryDirectory.appendingPathComponent("marker-\(UUID().uuidString)")
      defer { try? FileManager.default.removeItem(at: marker) }
      let idle = shell("touch '\(marker.path)'").record(demand: .none)
      idle.request(.none)
      // Another program comes and goes meanwhile.
      let other = shell("echo other").record(demand: .none)
      other.request(.none)
      other.request(.unlimited)
      #expect(try await eventually { other.isFinished })
      other.request(.none)
      expectEqual(other.output, "other\n")
      expect(!FileManager.default.fileExists(atPath: marker.path))
      expect(idle.values.isEmpty && idle.completions.isEmpty)
      idle.cancel()
    }

    @Test(
      "The subscriber is released after the end, while its subscription is kept (rule 7)", arguments: [true, false])
    func release(byCancel: Bool) async throws {
      weak var released: RecordingSubscriber<ProcessPiece, ProcessFailure>?
      var subscription: (any Subscription)?
      do {
        let recorder = shell(byCancel ? "echo; sleep 100" : "echo").record()
        released = recorder
        subscription = recorder.subscription
        #expect(try await eventually { byCancel ? recorder.values.count == 1 : recorder.isFinished })
        if byCancel { recorder.cancel() }
      }
      #expect(try await eventually { released == nil })
      withExtendedLifetime(subscription) {}
    }

    #if os(Linux)
      @Test("A program starts with no signal blocked, so that SIGTERM ends it")
      func signals() async throws {
        let terminated = shell("kill -15 $$; echo there still").record()
        let mask = shell("grep SigBlk /proc/self/status").record()
        #expect(try await eventually { terminated.failure != nil && mask.isFinished })
        guard case .signalled(15) = terminated.failure else {
          Issue.record("\(String(describing: terminated.failure)) \(terminated.output)")
          return
        }
        expectEqual(mask.output, "SigBlk:\t0000000000000000\n")
      }

      @Test("A program that cannot be started, for whatever reason, is a failure and leaves no descriptor behind")
      func notStartedLeavesNothing() async {
        // In a process of its own: other tests open and close descriptors meanwhile.
        await #expect(processExitsWith: .success) {
          @Sendable func descriptorCount() throws -> Int {
            try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
          }
          let folder = FileManager.default.temporaryDirectory
          let unrunnable = folder.appendingPathComponent("program-\(UUID().uuidString)")
          try Data([0x7F, 0x45, 0x4C, 0x46, 0, 0]).write(to: unrunnable)
          try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: unrunnable.path)
          defer { try? FileManager.default.removeItem(at: unrunnable) }
          let shell = URL(fileURLWithPath: "/bin/sh")
          let unknowable = Process.outputPublisher(running: unrunnable)
          let programs = [
            Process.outputPublisher(running: folder),
            Process.outputPublisher(running: shell, currentDirectory: URL(fileURLWithPath: "/nowhere")),
            Process.outputPublisher(running: shell, currentDirectory: unrunnable),
          ]
          @Sendable func run(_ program: Publishers.ProcessOutput) async throws {
            let recorder = program.record()
            #expect(try await eventually { recorder.failure != nil })
            guard case .notStarted = recorder.failure else {
              Issue.record("\(program): \(String(describing: recorder.failure))")
              return
            }
          }
          for program in programs + [unknowable] { try await run(program) }
          // Dispatch opens a descriptor for its first timer, and keeps it.
          try await Task.sleep(for: .milliseconds(10))
          let before = try descriptorCount()
          for program in programs + programs { try await run(program) }
          let isClean = try await eventually { try descriptorCount() <= before }
          expect(isClean)
          // Of what only the system can know, Foundation keeps a pair of sockets; this package, no pipe.
          try await run(unknowable)
          let isBounded = try await eventually { try descriptorCount() <= before + 2 }
          expect(isBounded)
        }
      }

      @Test("A program's input is empty, whatever the input of this process is")
      func emptyInput() async {
        // In a process of its own, which gets another input.
        await #expect(processExitsWith: .success) {
          let input = Pipe()
          try input.fileHandleForWriting.write(contentsOf: Data("input".utf8))
          try input.fileHandleForWriting.close()
          expectEqual(dup2(input.fileHandleForReading.fileDescriptor, STDIN_FILENO), STDIN_FILENO)
          let recorder = shell("cat; echo end").record()
          #expect(try await eventually { recorder.isFinished })
          expectEqual(recorder.output, "end\n")
        }
      }

      @Test("An error of the system while output is read is a failure, and terminates the program")
      func unreadable() async {
        // In a process of its own, where no other test opens a pipe.
        await #expect(processExitsWith: .success) {
          @Sendable func pipes() throws -> Set<Int32> {
            Set(
              try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").filter { name in
                let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)")
                return target?.hasPrefix("pipe:") == true
              }.compactMap { Int32($0) })
          }
          // Opens the pipe by which the thread that waits for descriptors is woken.
          let first = shell("echo first; sleep 0.1").record()
          #expect(try await eventually { first.isFinished })
          let others = try pipes()
          let marker = FileManager.default.temporaryDirectory.appendingPathComponent("marker-\(UUID().uuidString)")
          defer { try? FileManager.default.removeItem(at: marker) }
          let recorder = shell("echo $$; while [ ! -e '\(marker.path)' ]; do sleep 0.02; done; echo; exec sleep 100")
            .record()
          #expect(try await eventually { recorder.output.hasSuffix("\n") })
          let child = try #require(pid_t(recorder.output.dropLast()))
          // A folder in place of the pipes: what is written makes the thread look, and a folder cannot be read.
          let folder = open("/", O_RDONLY)
          let outputs = try pipes().subtracting(others)
          expectEqual(outputs.count, 2)
          for descriptor in outputs { expectEqual(dup2(folder, descriptor), descriptor) }
          try Data().write(to: marker)
          #expect(try await eventually { recorder.failure != nil })
          guard case .unreadable(let error) = recorder.failure, error.code == .EISDIR else {
            Issue.record("\(String(describing: recorder.failure))")
            return
          }
          #expect(try await eventually { kill(child, 0) != 0 && errno == ESRCH })
        }
      }

      @Test("Unread output has no effect when the subscription is released (rule 7)")
      func letGo() async {
        await #expect(processExitsWith: .success) {
          @Sendable func descriptorCount() throws -> Int {
            try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
          }
          @Sendable func run() async throws {
            let subscriber = SlowToTake<ProcessPiece, ProcessFailure>(demand: .max(1))
            shell("sleep 0.2; echo a; sleep 0.1; echo b").subscribe(subscriber)
            #expect(try await eventually { subscriber.values == 1 })
          }
          try await run()
          // Dispatch opens a descriptor for its first timer, and keeps it.
          try await Task.sleep(for: .milliseconds(10))
          let before = try descriptorCount()
          for _ in 0..<5 { try await run() }
          let isClean = try await eventually { try descriptorCount() <= before }
          expect(isClean)
        }
      }

      @Test("Runs leave no descriptor and no child behind")
      func leavesNothingBehind() async {
        // In a process of its own: other tests open and close descriptors meanwhile.
        await #expect(processExitsWith: .success) {
          @Sendable func descriptorCount() throws -> Int {
            try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
          }
          @Sendable func runSome() async throws {
            for script in ["echo a; echo b >&2", "exit 1", "echo c; sleep 100"] {
              let recorder = shell(script).record()
              _ = try await eventually { !recorder.completions.isEmpty || recorder.output == "c\n" }
              recorder.cancel()
            }
            _ = Process.outputPublisher(running: URL(fileURLWithPath: "/nowhere")).record()
          }
          try await runSome()
          let before = try descriptorCount()
          for _ in 0..<10 { try await runSome() }
          let isClean = try await eventually { try descriptorCount() <= before + 3 }
          expect(isClean)
          // No child is left, neither running nor to be reaped.
          let hasNoChild = try await eventually {
            var info = siginfo_t()
            return waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == -1 && errno == ECHILD
          }
          expect(hasNoChild)
        }
      }
    #endif
  }
#endif
