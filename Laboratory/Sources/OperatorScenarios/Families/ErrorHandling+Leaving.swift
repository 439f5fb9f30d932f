import StreamCore
import StreamErrorHandling
import StreamTesting

extension Scenarios {
  @ScenarioList static var leavingOut: [Scenario] {
    Scenario(
      "tryMapSkippingFailures(onFailure:fileID:line:_:)", ["upstream": "--1--2--0--4--|"], gives: "--8--4-----2--|",
      example: #"""
        struct NotANumber: Error {}
        let cancellable = ["20", "x", "40"].publisher
          .tryMapSkippingFailures(onFailure: { error, text in print("left out: \(text)") }) {
            guard let number = Int($0) else { throw NotANumber() }
            return number
          }
          .sink { print($0) }
        """#, prints: "20\nleft out: x\n40",
      pitfall: """
        Without `onFailure` the error is told to the `FailureHook` alone, which in a release build has no handler \
        until the program installs one.
        """
    ) { on in
      on.upstream.tryMapSkippingFailures(
        on.choice(
          "transform", as: Attempt<Int, Int>.self,
          {
            guard $0 > 0 else { throw MarbleFailure() }
            return 8 / $0
          },
          {
            guard $0 < 3 else { throw MarbleFailure() }
            return $0 * 2
          }))
    }

    Scenario(
      "flatMapSkippingFailures(maxPublishers:onFailure:fileID:line:_:)",
      ["upstream": "-x--y------|", "x": "-a-b-#", "y": "-c-d-|"], gives: "--a-bc-d---|",
      example: #"""
        enum LoadError: Error { case missing }
        func load(_ name: String) -> Result<String, LoadError>.Publisher {
          name == "b" ? .init(.missing) : .init("contents of \(name)")
        }
        let cancellable = ["a", "b", "c"].publisher
          .flatMapSkippingFailures(onFailure: { print($1, $0) }) { load($0) }
          .sink { print($0) }
        """#, prints: "contents of a\nb missing\ncontents of c",
      pitfall: """
        Without a bound all publishers run at once: set `maxPublishers` for requests and files.
        """
    ) { on in
      on.text.upstream.flatMapSkippingFailures(
        on.choice(
          "transform", as: Transform<String, MarblePublisher<String, MarbleFailure>>.self,
          { $0 == "x" ? on.text.x : on.text.y }, { $0 == "x" ? on.text.y : on.text.x }, { _ in on.text.x }))
    }
  }

  @ScenarioList static var changingFailure: [Scenario] {
    Scenario(
      "mapError(_:)", ["upstream": "--1--2--#"], gives: "--1--2--#",
      fixed: "another error would be the same mark",
      example: """
        enum FeedError: Error { case server(status: Int) }
        struct Status: Error { let code: Int }
        let cancellable = Fail<String, Status>(error: Status(code: 503))
          .mapError { FeedError.server(status: $0.code) }
          .sink { if case .failure(let error) = $0 { print(error) } } receiveValue: { print($0) }
        """, prints: "server(status: 503)",
      use: "Use it to give the failures of several layers one type.",
      pitfall: """
        It changes the failure, and does not stop it: the stream still ends. To go on use `catch` or \
        `replaceError(with:)`.
        """
    ) { on in on.upstream.mapError { LoadError(cause: $0) } }

    Scenario(
      "taggingFailures(_:fileID:line:)", ["upstream": "--1--2--#"], gives: "--1--2--#", covers: ["passing(_:)"],
      example: #"""
        enum FeedError: Error { case offline }
        let cancellable = Fail<String, FeedError>(error: .offline)
          .taggingFailures("feed")
          .taggingFailures("screen")
          .sink {
            if case .failure(let error) = $0 { print(error.underlying, error.sites.map(\.label)) }
          } receiveValue: { print($0) }
        """#, prints: #"offline ["feed", "screen"]"#,
      pitfall: """
        The type of the failure changes to a `SitedFailure`, once for all tags: match `error.underlying`.
        """
    ) { on in on.upstream.taggingFailures("feed", fileID: "App/Feed.swift", line: 12) }
  }
}

/// A failure that says what it comes of.
private struct LoadError: Error, CustomStringConvertible {
  let cause: any Error

  var description: String { "LoadError(cause: \(cause))" }
}
