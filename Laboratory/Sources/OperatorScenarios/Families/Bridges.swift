import StreamTesting

/// What connects streams with files, notifications, timers and the network runs with those, not in virtual time.
extension Family {
  static let bridges: [Family] = [
    Family(
      "StreamLines",
      unplayed: [
        Unplayed(
          "lines(maxLength:)", because: "its elements are chunks of bytes, which are no marbles",
          example: #"""
            let chunks = ["one\ntw", "o\nthree"].publisher.map { Data($0.utf8) }
            let cancellable = chunks.lines().sink(
              receiveCompletion: { print($0) },
              receiveValue: { print($0) })
            """#, prints: "one\ntwo\nthree\nfinished",
          pitfall: "A line longer than `maxLength`, by default a million bytes, is a failure."),
        Unplayed(
          "serverSentEvents(maxLength:)", because: "its elements are chunks of bytes, which are no marbles",
          example: #"""
            let chunks = ["id: 7\ndata: on", "e\n\n: still here\n\nevent: end\ndata\n\n"]
              .publisher.map { Data($0.utf8) }
            let cancellable = chunks.serverSentEvents().sink(
              receiveCompletion: { print($0) },
              receiveValue: { print($0.event ?? "message", $0.id ?? "", $0.data ?? "") })
            """#, prints: "message 7 one\nend 7 \nfinished",
          pitfall: """
            It reads one response. When that ends, send the request again, with the last event's id in the field \
            `Last-Event-ID`.
            """),
      ]
    ) {},
    Family(
      "StreamCoding",
      unplayed: [
        Unplayed(
          "encodeLines(encoder:)", because: "its results are lines of JSON, which are no marbles",
          example: """
            let cancellable = [["level": 3], ["level": 5]].publisher
              .encodeLines(encoder: JSONEncoder())
              .sink(
                receiveCompletion: { print($0) },
                receiveValue: { print(String(decoding: $0, as: UTF8.self), terminator: "") })
            """, prints: #"{"level":3}"# + "\n" + #"{"level":5}"# + "\nfinished",
          pitfall: "An encoder with `outputFormatting = .prettyPrinted` makes several lines of a value: a failure."),
        Unplayed(
          "decodeLines(type:decoder:maxLength:)", because: "its elements are chunks of JSON, which are no marbles",
          example: #"""
            struct Reading: Decodable {
              let level: Int
            }
            let chunks = ["{\"level\": 3}\n{\"le", "vel\": 5}\n"].publisher.map { Data($0.utf8) }
            let cancellable = chunks.decodeLines(type: Reading.self, decoder: JSONDecoder()).sink(
              receiveCompletion: { print($0) },
              receiveValue: { print("level", $0.level) })
            """#, prints: "level 3\nlevel 5\nfinished",
          pitfall: """
            One line that the decoder rejects ends the stream. To skip such lines, split with `lines()`, and decode in a \
            `tryMapSkippingFailures`.
            """),
      ]
    ) {},
    Family(
      "StreamFiles",
      unplayed: [
        Unplayed(
          "fileBytesPublisher(chunkSize:)", because: "a file is its timeline",
          example: #"""
            let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
            try Data("twelve bytes".utf8).write(to: file)
            for try await chunk in file.fileBytesPublisher(chunkSize: 5).values {
              print(chunk.count)
            }
            try FileManager.default.removeItem(at: file)
            """#, prints: "5\n5\n2",
          pitfall:
            "The last request finds the end: a subscriber that requests two chunks of two gets no completion yet."),
        Unplayed(
          "fileLinesPublisher(maxLength:)", because: "a file is its timeline",
          example: #"""
            let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
            try Data("milk\nbread".utf8).write(to: file)
            for try await line in file.fileLinesPublisher().values {
              print(line)
            }
            try FileManager.default.removeItem(at: file)
            """#, prints: "milk\nbread",
          pitfall: """
            It reads each chunk once per subscriber: put `share()` behind for several of one reading.
            """),
        Unplayed(
          "followedLines(from:polling:maxLength:)", because: "a file is its timeline",
          example: #"""
            let log = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
            try Data("milk\n".utf8).write(to: log)
            for try await line in log.followedLines().prefix(2).values {
              print(line)
              let writer = try FileHandle(forWritingTo: log)
              try writer.seekToEnd()
              try writer.write(contentsOf: Data("bread\n".utf8))
              try writer.close()
            }
            try FileManager.default.removeItem(at: log)
            """#, prints: "milk\nbread",
          pitfall: """
            It never finishes, and reads what the file already contains: with `from: .end` only later lines come.
            """,
          listed: Listing(
            under: "Reading",
            answers: (
              "I want to read and write files, networks and the system",
              "the lines of a log, and those that are appended"
            ),
            beside: ["fileLinesPublisher(maxLength:)"])),
        Unplayed(
          "fileChanges(polling:)", because: "the file system is its timeline",
          example: #"""
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let created = folder.fileChanges()
              .handleEvents(receiveSubscription: { _ in try? Data().write(to: folder.appendingPathComponent("a.txt")) })
            for try await change in created.prefix(1).values {
              print(change.kind, change.url.lastPathComponent)
            }
            try FileManager.default.removeItem(at: folder)
            """#, prints: "created a.txt",
          pitfall: """
            A writer that has created a file may not have written it yet: wait for it to be renamed, or for a silence, \
            by `debounce`.
            """,
          listed: Listing(
            under: "Reading",
            answers: (
              "I want to read and write files, networks and the system",
              "the changes of a file, or of a folder's entries"
            ),
            beside: ["followedLines(from:polling:maxLength:)"])),
        Unplayed(
          "bytesPublisher(chunkSize:)", because: "what is written to the handle is its timeline",
          example: #"""
            let pipe = Pipe()
            try pipe.fileHandleForWriting.write(contentsOf: Data("twelve bytes".utf8))
            try pipe.fileHandleForWriting.close()
            for try await chunk in pipe.fileHandleForReading.bytesPublisher(chunkSize: 5).values {
              print(String(decoding: chunk, as: UTF8.self))
            }
            """#, prints: "twelv\ne byt\nes",
          pitfall: "Subscribers share the handle's position: two of them each get part of the content."),
        Unplayed(
          "linesPublisher(maxLength:)", because: "what is written to the handle is its timeline",
          example: #"""
            let pipe = Pipe()
            try pipe.fileHandleForWriting.write(contentsOf: Data("milk\nbread\n".utf8))
            try pipe.fileHandleForWriting.close()
            for try await line in pipe.fileHandleForReading.linesPublisher().values {
              print(line)
            }
            """#, prints: "milk\nbread",
          pitfall: """
            It finishes when all writing ends of a pipe are closed, that of this process included.
            """),
        Unplayed(
          "write(to:receiveCompletion:)", because: "it ends a pipeline, and writes to a file",
          example: #"""
            let pipe = Pipe()
            let (ends, end) = AsyncStream.makeStream(of: Void.self)
            let writing = ["one\n", "two\n"].publisher.map { Data($0.utf8) }
              .write(to: pipe.fileHandleForWriting) { completion in
                print(completion)
                end.finish()
              }
            for await _ in ends {}
            try pipe.fileHandleForWriting.close()
            let written = pipe.fileHandleForReading.readDataToEndOfFile()
            print(String(decoding: written, as: UTF8.self), terminator: "")
            """#, prints: "finished\none\ntwo",
          pitfall: "It does not close the file: the reader of a pipe waits until you do."),
      ]
    ) {},
    Family(
      "StreamProcesses",
      unplayed: [
        Unplayed(
          "outputPublisher(running:arguments:environment:currentDirectory:input:)",
          because: "another program is its clock",
          example: #"""
            let shell = URL(fileURLWithPath: "/bin/sh")
            let script = Process.outputPublisher(running: shell, arguments: ["-c", "echo milk; exit 3"])
            do {
              for try await piece in script.values {
                guard case .output(let data) = piece else { continue }
                print(String(decoding: data, as: UTF8.self), terminator: "")
              }
            } catch {
              print(error)
            }
            """#, prints: "milk\nexited(status: 3)",
          pitfall: """
            Each subscriber runs the program once more: put `share()` behind for several of one run.
            """),
        Unplayed(
          "signal(_:)", because: "what is sent to the process is its timeline",
          example: """
            let signals = Publishers.signal(SIGUSR1)
              .handleEvents(receiveSubscription: { _ in kill(getpid(), SIGUSR1) })
            for await number in signals.prefix(1).values {
              print(number == SIGUSR1 ? "signal received" : "another")
            }
            """, prints: "signal received",
          pitfall: """
            It never finishes, and while it is subscribed the signal does not end the program. Put `first()` after \
            it: the second signal then does.
            """),
      ]
    ) {},
    Family(
      "StreamFoundationSchedulers",
      unplayed: [
        Unplayed(
          "replay(_:on:)", because: "its clock is that of the events' dates",
          example: """
            let start = Date(timeIntervalSinceReferenceDate: 0)
            let clock = HistoricalScheduler(start: start)
            let day: TimeInterval = 86_400
            let cancellable = Publishers.replay([(start + day, "rain"), (start + 3 * day, "sun")], on: clock)
              .sink { print($0) }
            clock.advance(by: day)
            print("a day later")
            clock.advance(by: 2 * day)
            """, prints: "rain\na day later\nsun",
          pitfall: "`debounce` drops what is pending at the end, and so the last event: use `debounceKeepingLast`.")
      ]
    ) {},
    Family(
      "StreamNotifications",
      unplayed: [
        Unplayed(
          "publisher(for:object:)", because: "what it delivers are notifications, which are no marbles",
          example: """
            let saved = Notification.Name("saved")
            let cancellable = NotificationCenter.default.publisher(for: saved)
              .compactMap { $0.userInfo?["file"] as? String }
              .sink { print("saved", $0) }
            NotificationCenter.default.post(name: saved, object: nil, userInfo: ["file": "a.txt"])
            """, prints: "saved a.txt",
          pitfall: "It never finishes: keep the cancellable no longer than whoever is told.")
      ]
    ) {},
    Family(
      "StreamTimers",
      unplayed: [
        Unplayed(
          "publish(every:tolerance:on:in:options:)", because: "a run loop is its clock",
          example: """
            func script() {
              var ticks = 0
              let timer = Timer.publish(every: 0.01, on: .current, in: .default)
              let cancellable = timer.autoconnect().sink { _ in ticks += 1 }
              while ticks < 2 { RunLoop.current.run(until: Date() + 0.01) }
              cancellable.cancel()
              print(ticks >= 2 ? "it ticks" : "silent")
            }
            script()
            """, prints: "it ticks",
          pitfall: """
            It ticks when its run loop runs, which that of an `async` main on Linux does not: use `Publishers.interval` with a \
            clock there.
            """)
      ]
    ) {},
    Family(
      "StreamObservableProperties",
      unplayed: [
        Unplayed(
          "assign(to:)", because: "it ends a pipeline, and sets a property",
          example: """
            final class Form: ObservableObject {
              @Published var name = ""
              @Published var length = 0
              init() { $name.map(\\.count).assign(to: &$length) }
            }
            let form = Form()
            form.name = "Ada"
            print(form.length)
            """, prints: "3",
          pitfall: "It cannot be cancelled: it ends with the stream, or with the object whose property it sets."),
        Unplayed(
          "publisher(for:options:)", because: "the properties of an object are its timeline",
          example: """
            final class Player: ObservableObject {
              @Published var volume = 5
            }
            let player = Player()
            let cancellable = player.publisher(for: \\.volume).sink { print("volume", $0) }
            player.volume = 7
            """, prints: "volume 5\nvolume 7",
          pitfall: "Properties of other objects on the way of the key path are not observed."),
        Unplayed(
          "changes(of:options:)", because: "the properties of an object are its timeline",
          example: """
            final class Player: ObservableObject {
              @Published var volume = 5
            }
            let player = Player()
            let cancellable = player.changes(of: \\.volume, options: [.new, .old])
              .sink { print($0.oldValue ?? 0, "to", $0.newValue ?? 0) }
            player.volume = 7
            """, prints: "5 to 7",
          pitfall: """
            `oldValue` and `newValue` are `nil` unless `options` has `.old` and `.new`; with `.initial` the first \
            change has no old value.
            """),
      ]
    ) {},
    Family(
      "StreamProgress",
      unplayed: [
        Unplayed(
          "fractionCompletedPublisher(every:)", because: "a progress, which is polled, is its timeline",
          example: #"""
            let progress = Progress(totalUnitCount: 2)
            for await fraction in progress.fractionCompletedPublisher(every: 0.01).values {
              print(fraction)
              progress.completedUnitCount += 1
            }
            """#, prints: "0.0\n0.5\n1.0",
          pitfall: """
            Foundation for Linux reports no changes: what is reverted within an interval is missed.
            """),
        Unplayed(
          "reportProgress(to:units:)", because: "what it changes is a progress, which has no timeline",
          example: """
            let progress = Progress(totalUnitCount: 3)
            let cancellable = ["a", "b", "c"].publisher
              .reportProgress(to: progress)
              .sink { print($0, progress.completedUnitCount) }
            """, prints: "a 1\nb 2\nc 3",
          pitfall: "A cancel of the progress does not cancel the stream."),
      ]
    ) {},
    Family(
      "StreamURLSession",
      unplayed: [
        Unplayed(
          "dataTaskPublisher(for:)", because: "the network is its clock", matching: "URL)",
          example: """
            let url = URL(string: "data:text/plain,hello")!
            for try await (data, _) in URLSession.shared.dataTaskPublisher(for: url).values {
              print(String(decoding: data, as: UTF8.self))
            }
            """, prints: "hello",
          pitfall: "A status such as 404 is no failure: look at the response, in a `tryMap`."),
        Unplayed(
          "dataTaskPublisher(for:)", because: "the network is its clock", matching: "URLRequest)",
          example: """
            var request = URLRequest(url: URL(string: "data:text/plain,hello")!)
            request.timeoutInterval = 5
            for try await (data, _) in URLSession.shared.dataTaskPublisher(for: request).values {
              print(String(decoding: data, as: UTF8.self))
            }
            """, prints: "hello",
          pitfall: "Each subscriber makes a request: put `share()` behind for several of one answer."),
        Unplayed(
          "uploadTaskPublisher(for:from:)", because: "the network is its clock",
          example: #"""
            var request = URLRequest(url: URL(string: "http://127.0.0.1:9/notes")!)
            request.httpMethod = "PUT"
            do {
              let upload = URLSession.shared.uploadTaskPublisher(for: request, from: Data("hello".utf8))
              for try await (_, response) in upload.values {
                print((response as? HTTPURLResponse)?.statusCode ?? 0)
              }
            } catch {
              print(error.code == .cannotConnectToHost ? "no server" : "\(error.code)")
            }
            """#, prints: "no server",
          pitfall: """
            The request's method is `GET` unless you set it. A status such as 404 is no failure.
            """),
        Unplayed(
          "uploadTaskPublisher(for:fromFile:)", because: "the network is its clock",
          example: #"""
            var request = URLRequest(url: URL(string: "http://127.0.0.1:9/notes")!)
            request.httpMethod = "PUT"
            let nowhere = URL(fileURLWithPath: "/nowhere/to/be/found")
            do {
              let upload = URLSession.shared.uploadTaskPublisher(for: request, fromFile: nowhere)
              for try await (_, response) in upload.values {
                print((response as? HTTPURLResponse)?.statusCode ?? 0)
              }
            } catch {
              print(error.code == .fileDoesNotExist ? "no such file" : "\(error.code)")
            }
            """#, prints: "no such file",
          pitfall: """
            A form with several parts must be in the file already: the file is the body, as it is.
            """),
        Unplayed(
          "downloadTaskPublisher(for:maxLength:)", because: "the network is its clock",
          example: #"""
            let url = URL(string: "data:text/plain,hello")!
            for try await event in URLSession.shared.downloadTaskPublisher(for: url).values {
              guard case .finished(let file, _) = event else { continue }
              print(try String(contentsOf: file, encoding: .utf8))
              try FileManager.default.removeItem(at: file)
            }
            """#, prints: "hello",
          pitfall: """
            The file belongs to the subscriber that receives it: one that is neither moved nor deleted stays.
            """),
        Unplayed(
          "bytesPublisher(for:maxBacklog:accept:)", because: "the network is its clock",
          example: #"""
            let url = URL(string: "data:text/plain,hello")!
            for try await chunk in URLSession.shared.bytesPublisher(for: url).values {
              print(chunk.count, "bytes")
            }
            """#, prints: "5 bytes",
          pitfall: """
            It sends the request in a session of its own: the delegate and the cache of yours are not asked.
            """),
        Unplayed(
          "linesPublisher(for:maxLength:maxBacklog:)", because: "the network is its clock",
          example: #"""
            let url = URL(string: "data:text/plain,milk%0Abread")!
            for try await line in URLSession.shared.linesPublisher(for: url).values {
              print(line)
            }
            """#, prints: "milk\nbread",
          pitfall: """
            The page of an error is split, too: to refuse it, use `bytesPublisher` with `accept`, and `lines()`.
            """),
        Unplayed(
          "eventsPublisher(for:delay:maxDelay:retries:maxLength:)", because: "the network is its clock",
          example: #"""
            let url = URL(string: "data:text/event-stream,id:7%0Adata:milk%0A%0Adata:bread%0A%0A")!
            let events = URLSession.shared.eventsPublisher(for: URLRequest(url: url))
            for try await event in events.prefix(2).values {
              print(event.id ?? "", event.data ?? "")
            }
            """#, prints: "7 milk\n7 bread",
          pitfall: """
            It comes back for ever: `prefix`, a cancel or `retries` end it. A server that sends nothing for a minute is \
            taken for lost; a comment now and then tells that it is there.
            """),
        Unplayed(
          "webSocketPublisher(for:protocols:)", because: "the network is its clock",
          example: #"""
            let socket = URLSession.shared.webSocketPublisher(for: URL(string: "http://127.0.0.1:9/")!)
            do {
              for try await message in socket.values {
                print(message)
              }
            } catch {
              print(error.code == .unsupportedURL ? "no WebSocket" : "\(error.code)")
            }
            """#, prints: "no WebSocket",
          pitfall: """
            Its end is noticed on demand alone: a subscriber that requests nothing does not learn of a close.
            """),
        Unplayed(
          "sender(onFailure:)", because: "it ends a pipeline, and sends over a connection",
          example: """
            let socket = URLSession.shared.webSocketPublisher(for: URL(string: "ws://127.0.0.1:9/")!)
            let sender = socket.sender { print("could not send:", $0.code) }
            let messages = PassthroughSubject<WebSocketMessage, Never>()
            messages.subscribe(sender)
            sender.cancel()
            """, prints: "",
          pitfall: "Foundation has no WebSockets on Linux, with Swift 6.3."),
      ]
    ) {},
  ]
}
