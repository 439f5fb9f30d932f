#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The test frameworks loaded in the process, looked up by symbol: neither is imported or linked.
///
/// Both symbols are public interfaces of the frameworks. XCTest's takes only frozen types of the standard library.
/// Swift Testing is built for library evolution: its types are passed by address, like generic parameters, so a call
/// through generic parameters works without knowing the types.
enum TestFrameworks {
  /// Reports a failure to the running test framework.
  ///
  /// - Returns: Whether there is one.
  static func report(_ failure: StreamTestFailure) -> Bool {
    let testing = SwiftTesting()
    if let testing, testing.isInsideTest {
      testing.record(failure)
      return true
    }
    // XCTest does not tell whether a test case is running. A framework ignores a failure while it runs no test.
    let isXCTestLoaded = failInXCTest(failure)
    testing?.record(failure)
    return isXCTestLoaded || testing != nil
  }

  /// `XCTFail(_:file:line:)`.
  private static func failInXCTest(_ failure: StreamTestFailure) -> Bool {
    typealias Fail = @convention(thin) (String, StaticString, UInt) -> Void
    let name = "$s6XCTest7XCTFail_4file4lineySS_s12StaticStringVSutF"
    guard let fail = function(name, as: Fail.self) else { return false }
    fail(failure.message, failure.site.filePath, failure.site.line)
    return true
  }

  /// Looks up a function by its mangled name, if the process has loaded its library.
  ///
  /// - Parameters:
  ///   - name: The mangled name.
  ///   - type: The function's type, which must have no context (`@convention(thin)`).
  /// - Returns: The function, or `nil`.
  static func function<Function>(_ name: String, as type: Function.Type) -> Function? {
    #if canImport(Darwin)
      let everywhere = UnsafeMutableRawPointer(bitPattern: -2)  // RTLD_DEFAULT, which is not imported
    #else
      let everywhere: UnsafeMutableRawPointer? = nil  // RTLD_DEFAULT
    #endif
    return dlsym(everywhere, name).map { unsafeBitCast($0, to: type) }
  }
}

/// The parts of Swift Testing's interface in use, with types looked up at run time.
private struct SwiftTesting {
  private let comment: any RawRepresentable<String>.Type
  private let location: Any.Type
  private let issue: Any.Type
  private let test: Any.Type

  init?() {
    guard
      let comment = _typeByName("7Testing7CommentV") as? any RawRepresentable<String>.Type,
      let location = _typeByName("7Testing14SourceLocationV"),
      let issue = _typeByName("7Testing5IssueV"),
      let test = _typeByName("7Testing4TestV")
    else { return nil }
    self.comment = comment
    self.location = location
    self.issue = issue
    self.test = test
  }

  /// `Test.current != nil`.
  var isInsideTest: Bool {
    func isPresent<Test>(_ type: Test.Type) -> Bool {
      typealias Current = @convention(thin) () -> Test?
      guard let current = TestFrameworks.function("$s7Testing4TestV7currentACSgvgZ", as: Current.self) else {
        return false
      }
      return current() != nil
    }
    return _openExistential(test, do: isPresent)
  }

  /// `Issue.record(_:sourceLocation:)`.
  func record(_ failure: StreamTestFailure) {
    func open<Comment: RawRepresentable<String>>(comment: Comment.Type) {
      func open<Location>(location: Location.Type) {
        func open<Issue>(issue: Issue.Type) {
          Self.record(failure, comment: comment, location: location, issue: issue)
        }
        _openExistential(issue, do: open(issue:))
      }
      _openExistential(location, do: open(location:))
    }
    open(comment: comment)
  }

  private static func record<Comment: RawRepresentable<String>, Location, Issue>(
    _ failure: StreamTestFailure, comment: Comment.Type, location: Location.Type, issue: Issue.Type
  ) {
    // An initializer takes ownership of its arguments, where a function borrows them.
    typealias MakeLocation = @convention(thin) (__owned String, __owned String, Int, Int) -> Location
    typealias Record = @convention(thin) (Comment?, Location) -> Issue
    let makeLocation = TestFrameworks.function(
      "$s7Testing14SourceLocationV6fileID0D4Path4line6columnACSS_SSS2itcfC", as: MakeLocation.self)
    let record = TestFrameworks.function(
      "$s7Testing5IssueV6record_14sourceLocationAcA7CommentVSg_AA06SourceE0VtFZ", as: Record.self)
    guard let makeLocation, let record else { return }
    let site = failure.site
    let place = makeLocation("\(site.fileID)", "\(site.filePath)", Int(site.line), Int(site.column))
    _ = record(comment.init(rawValue: failure.message), place)
  }
}
