import BenchModel
import BenchReport
import Foundation

/// Counts the instructions of rows, each in a process of its own under callgrind, and compares them with the record.
struct InstructionCounter {
  private let file = repository.appending(path: "Benchmarks/Instructions.json")

  /// The name of the hidden option by which this program counts one row.
  static let option = "--counted-row"

  /// - Returns: What is wrong; empty without `check`.
  func run(_ rows: [Benchmark], check: Bool, update: Bool, show: (String) -> Void) throws -> [String] {
    do {
      try Command.run("valgrind", ["--version"])
    } catch {
      throw Command.Failure(
        description: "Instructions are counted by valgrind, which does not run here: apt-get install valgrind.")
    }
    let basis = try basis()
    let record = FileManager.default.fileExists(atPath: file.path()) ? try Instructions(contentsOf: file) : nil
    let existing = Set(Benchmark.allCases.filter { $0.isNotCountedBecause == nil }.map(\.rawValue))
    if check {
      // At once, before minutes of counting.
      guard let record else { throw Command.Failure(description: "There is no record: \(file.path()).") }
      let faults = record.faults(of: Instructions(basis: basis), existing: existing)
      guard faults.isEmpty else { return faults + (record.basis == basis ? [] : [Self.advice]) }
    }
    let counted = Instructions(basis: basis, rows: try withTemporaryFolder { try count(rows, in: $0, show: show) })
    if update {
      var changed = record ?? Instructions(basis: basis)
      changed.update(with: counted, existing: existing)
      try changed.json().write(to: file, atomically: true, encoding: .utf8)
    }
    guard check, let record else { return [] }
    for improvement in record.improvements(in: counted) {
      show("Fewer than recorded, to be recorded with --instructions --update: \(improvement)")
    }
    return record.faults(of: counted, existing: existing)
  }

  private static let advice = """
    Record what the toolkit takes here before your change, with --instructions --update, or leave the step out with \
    STREAMS_SKIP_INSTRUCTIONS=1.
    """

  private func count(_ rows: [Benchmark], in folder: URL, show: (String) -> Void) throws -> [String: Double] {
    let program = try copy(in: folder)
    var counts: [String: Double] = [:]
    for row in rows {
      if let reason = row.isNotCountedBecause {
        show("\(row.rawValue): not counted, \(reason)")
      } else {
        let count = try count(row, with: program)
        counts[row.rawValue] = count
        show("\(row.rawValue): \(Table.figure(count))")
      }
    }
    return counts
  }

  private func count(_ row: Benchmark, with program: String) throws -> Double {
    try withTemporaryFolder { folder in
      let profile = folder.appending(path: "profile").path()
      try Command.run(
        "valgrind",
        [
          "--tool=callgrind", "--callgrind-out-file=\(profile)", "--toggle-collect=\(CountedRun.function)",
          "--dump-after=\(CountedRun.function)", program, Self.option, row.rawValue,
        ],
        // Else hashes, and so the steps of a look-up, differ from process to process.
        adding: ["SWIFT_DETERMINISTIC_HASHING": "1"])
      let profiles = try [1, 2].map { try String(contentsOfFile: "\(profile).\($0)", encoding: .utf8) }
      guard let count = CountedRun.instructions(profiles, of: row) else {
        throw Command.Failure(description: "Callgrind has counted nothing of \(row.rawValue).")
      }
      return count
    }
  }

  /// A copy of this program without what debuggers read, in which Valgrind stumbles over newer forms of DWARF.
  private func copy(in folder: URL) throws -> String {
    guard let program = Bundle.main.executablePath else {
      throw Command.Failure(description: "The program does not know its own file.")
    }
    let copy = folder.appending(path: "streams-bench").path()
    try Command.run("strip", ["--strip-debug", "-o", copy, program])
    return copy
  }

  private func basis() throws -> Instructions.Basis {
    let output = try Command.run("swift", ["--version"])
    guard let compiler = output.firstMatch(of: /Swift version \S+/)?.output else {
      throw Command.Failure(description: "swift --version does not say its version: \(output)")
    }
    return Instructions.Basis(compiler: String(compiler), architecture: architecture, library: library)
  }

  private var architecture: String {
    #if arch(x86_64)
      "x86_64"
    #elseif arch(arm64)
      "arm64"
    #else
      "another architecture"
    #endif
  }

  /// The C library allocates, copies and clears.
  private var library: String {
    #if canImport(Glibc)
      var name = [UInt8](repeating: 0, count: 64)
      let length = name.withUnsafeMutableBytes {
        confstr(Int32(_CS_GNU_LIBC_VERSION), $0.baseAddress?.assumingMemoryBound(to: CChar.self), $0.count)
      }
      return String(decoding: name.prefix(max(1, length) - 1), as: UTF8.self)
    #else
      "another C library"
    #endif
  }
}
