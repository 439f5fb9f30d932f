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

  /// Records a warning of the running test, if that is one of Swift Testing; XCTest has no warnings.
  ///
  /// - Returns: Whether it was recorded.
  static func warn(_ warning: StreamTestFailure) -> Bool {
    guard let testing = SwiftTesting(), testing.isInsideTest else { return false }
    return testing.warn(warning)
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
    address(of: name).map { unsafeBitCast($0, to: type) }
  }

  /// The address of what has a mangled name.
  static func address(of name: String) -> UnsafeMutableRawPointer? {
    #if canImport(Darwin)
      let everywhere = UnsafeMutableRawPointer(bitPattern: -2)  // RTLD_DEFAULT, which is not imported
    #else
      let everywhere: UnsafeMutableRawPointer? = nil  // RTLD_DEFAULT
    #endif
    return dlsym(everywhere, name)
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
          typealias Record = @convention(thin) (Comment?, Location) -> Issue
          let name = "$s7Testing5IssueV6record_14sourceLocationAcA7CommentVSg_AA06SourceE0VtFZ"
          guard
            let record = TestFrameworks.function(name, as: Record.self),
            let place = Self.place(of: failure.site, as: location)
          else { return }
          _ = record(comment.init(rawValue: failure.message), place)
        }
        _openExistential(issue, do: open(issue:))
      }
      _openExistential(location, do: open(location:))
    }
    open(comment: comment)
  }

  /// `Issue.record(_:severity:sourceLocation:)`, with the severity `.warning`.
  ///
  /// - Returns: Whether this version of Swift Testing has warnings.
  func warn(_ warning: StreamTestFailure) -> Bool {
    func open<Comment: RawRepresentable<String>>(comment: Comment.Type) -> Bool {
      func open<Location>(location: Location.Type) -> Bool {
        func open<Issue>(issue: Issue.Type) -> Bool {
          func open<Severity>(severity: Severity.Type) -> Bool {
            typealias Record = @convention(thin) (Comment?, Severity, Location) -> Issue
            let name = "$s7Testing5IssueV6record_8severity14sourceLocationAcA7CommentVSg_AC8SeverityOAA06SourceF0VtFZ"
            guard
              let record = TestFrameworks.function(name, as: Record.self),
              let place = Self.place(of: warning.site, as: location),
              let severity = Self.warning(as: severity)
            else { return false }
            _ = record(comment.init(rawValue: warning.message), severity, place)
            return true
          }
          guard let severity = _typeByName("7Testing5IssueV8SeverityO") else { return false }
          return _openExistential(severity, do: open(severity:))
        }
        return _openExistential(issue, do: open(issue:))
      }
      return _openExistential(location, do: open(location:))
    }
    return open(comment: comment)
  }

  /// `Issue.Severity.warning`: of an enumeration without payloads, a byte that has the number of the case.
  private static func warning<Severity>(as type: Severity.Type) -> Severity? {
    guard
      let number = TestFrameworks.address(of: "$s7Testing5IssueV8SeverityO7warningyA2EmFWC")?.load(as: UInt32.self),
      let byte = UInt8(exactly: number), MemoryLayout<Severity>.size == 1
    else { return nil }
    return unsafeBitCast(byte, to: type)
  }

  private static func place<Location>(of site: CallSite, as type: Location.Type) -> Location? {
    // An initializer takes ownership of its arguments, where a function borrows them.
    typealias MakeLocation = @convention(thin) (__owned String, __owned String, Int, Int) -> Location
    let name = "$s7Testing14SourceLocationV6fileID0D4Path4line6columnACSS_SSS2itcfC"
    guard let makeLocation = TestFrameworks.function(name, as: MakeLocation.self) else { return nil }
    return makeLocation("\(site.fileID)", "\(site.filePath)", Int(site.line), Int(site.column))
  }
}
