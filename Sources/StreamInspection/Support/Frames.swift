#if os(Linux) && canImport(Runtime)
  internal import Runtime
#endif

/// A line of a program, and its function.
struct SourceFrame: Sendable {
  let path: String
  let line: Int
  let function: String
}

#if os(Linux) && canImport(Runtime)
  /// Looks through the images that are mapped. It is done once, when the inspector is armed, since a file that another
  /// thread unmaps at that moment stops the program.
  func findImages() {
    _ = images
  }

  private let images = ImageMap.capture()

  #if DEBUG
    // Nothing is inlined.
    private var options: Backtrace.SymbolicationOptions { [] }
  #else
    private var options: Backtrace.SymbolicationOptions { .showInlineFrames }
  #endif

  /// The lines of return addresses: several if functions are inlined. What the compiler makes, such as the witness of a
  /// protocol, has none. Each takes milliseconds, and hundreds of them in a program of 100 MB.
  func lines(of addresses: some Sequence<UInt>) -> [UInt: [SourceFrame]] {
    symbols(of: addresses, options.union(.showSourceLocations)).mapValues { symbols in
      symbols.compactMap { symbol in
        guard let location = symbol.sourceLocation, location.line > 0 else { return nil }
        return SourceFrame(path: location.path, line: location.line, function: symbol.name)
      }
    }
  }

  /// The return addresses that may be the program's own, by the names of their functions: that is quick.
  func ownAddresses(in addresses: some Sequence<UInt>) -> Set<UInt> {
    let symbols = symbols(of: addresses, options)
    return Set(symbols.filter { !$0.value.allSatisfy { isToolkits($0.rawName) } }.keys)
  }

  private func symbols(
    of addresses: some Sequence<UInt>, _ options: Backtrace.SymbolicationOptions
  ) -> [UInt: [SymbolicatedBacktrace.Symbol]] {
    let addresses = Array(addresses)
    guard let backtrace = try? Backtrace(from: CompactBacktrace(addresses)),
      let symbolicated = backtrace.symbolicated(with: images, options: options)
    else { return [:] }
    let numbers = Dictionary(
      addresses.map { (Backtrace.Address(UInt64($0)), $0) }, uniquingKeysWith: { first, _ in first })
    var symbols: [UInt: [SymbolicatedBacktrace.Symbol]] = [:]
    for frame in symbolicated.frames {
      guard case .returnAddress(let address) = frame.captured, let number = numbers[address], let symbol = frame.symbol
      else { continue }
      symbols[number, default: []].append(symbol)
    }
    return symbols
  }
#else
  func findImages() {}

  /// Addresses are looked up where the standard library can.
  func lines(of addresses: some Sequence<UInt>) -> [UInt: [SourceFrame]] { [:] }

  func ownAddresses(in addresses: some Sequence<UInt>) -> Set<UInt> { [] }
#endif

/// Whether a function is the toolkit's, by its mangled name: that of its module, and of the extension that it is in,
/// which may be a client's.
func isToolkits(_ name: String) -> Bool {
  guard name.hasPrefix("$s"), let module = identifier(in: name.dropFirst(2)), toolkits.contains(module) else {
    return false
  }
  guard let publisher = identifier(in: name.dropFirst(2 + "\(module.count)".count + module.count)) else { return true }
  let rest = name.dropFirst(2 + "\(module.count)\(publisher.count)".count + module.count + publisher.count)
  guard rest.first == "P", let extending = identifier(in: rest.dropFirst()) else { return true }
  return toolkits.contains(extending)
}

/// The modules in which a pipeline is subscribed to by what a program calls. One that is missing makes a lookup longer.
private let toolkits: Set<Substring> = [
  "StreamCore", "StreamInspection", "StreamParts", "StreamSubscribing", "StreamConcurrency", "StreamSharing",
  "StreamSubjects", "StreamErrorHandling", "StreamTiming", "StreamTesting",
]

/// The identifier at the start of a mangled name: its length, and its letters.
private func identifier(in text: Substring) -> Substring? {
  let digits = text.prefix { $0.isNumber }
  guard let count = Int(digits), count > 0 else { return nil }
  return text.dropFirst(digits.count).prefix(count)
}
