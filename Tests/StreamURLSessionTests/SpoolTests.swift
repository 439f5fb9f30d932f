import Foundation
import StreamCore
import TestSupport
import Testing

@testable import StreamURLSession

#if canImport(Glibc)
  import Glibc
#endif

@Suite("Spool", .timeLimit(.generous))
struct SpoolTests {
  @Test(
    "Bytes are read in the order in which they were written, at any position of the ring",
    arguments: [7, 1_000, 70_000])
  func order(capacity: Int) throws {
    var spool = Spool(capacity: capacity)
    var (added, taken) = (0, 0)
    while taken < min(300 * capacity, 1_000_000) {
      let length = min(.random(in: 1...9_000), capacity - (added - taken))
      if length > 0, Bool.random() {
        let piece = Data((added..<added + length).map { UInt8(truncatingIfNeeded: $0 % 251) })
        try spool.append(piece, spills: true)
        added += length
      } else if let piece = try spool.next() {
        let expected = Data((taken..<taken + piece.count).map { UInt8(truncatingIfNeeded: $0 % 251) })
        guard piece == expected else { throw CocoaError(.fileReadCorruptFile) }
        taken += piece.count
      }
    }
    while let piece = try spool.next() { taken += piece.count }
    expectEqual(taken, added)
    expect(spool.isEmpty)
  }

  @Test("Exactly the limit of bytes can wait on disk; one more is refused, and nothing is lost")
  func limit() throws {
    var spool = Spool(capacity: 10)
    // The first eight pieces are kept in memory.
    for _ in 0..<8 { try spool.append(Data([0]), spills: true) }
    try spool.append(Data([1, 2, 3, 4, 5, 6]), spills: true)
    try spool.append(Data([7, 8, 9, 10]), spills: true)
    #expect(throws: BacklogTooLongError(maxBacklog: 10)) { try spool.append(Data([11]), spills: true) }
    for _ in 0..<8 { #expect(try spool.next() == Data([0])) }
    #expect(try spool.next() == Data(1...10))
    expect(spool.isEmpty)
  }

  @Test("With a limit of zero, only the bytes that fit into memory are kept")
  func nothingOnDisk() throws {
    var spool = Spool(capacity: 0)
    for _ in 0..<8 { try spool.append(Data([0]), spills: true) }
    #expect(throws: BacklogTooLongError(maxBacklog: 0)) { try spool.append(Data([1]), spills: true) }
  }

  @Test("Half of the space that is free when the file is made stays unused")
  func initialShare() throws {
    var spool = Spool(capacity: 1_000, freeSpace: { 20 })
    for _ in 0..<8 { try spool.append(Data([0]), spills: true) }
    try spool.append(Data(count: 10), spills: true)
    #expect(throws: BacklogTooLongError(maxBacklog: 10)) { try spool.append(Data([1]), spills: true) }
  }

  @Test("When other programs fill the disk, writing stops once less than the floor is free", arguments: [99, 100])
  func othersFillDisk(rest: Int) throws {
    let free = Box(1_000)
    var spool = Spool(capacity: 400, freeSpace: { free.value })
    for _ in 0..<8 { try spool.append(Data([0]), spills: true) }
    try spool.append(Data(count: 24), spills: true)
    free.value = rest
    if rest < 100 {
      #expect(throws: BacklogTooLongError(maxBacklog: 24)) { try spool.append(Data([1]), spills: true) }
    } else {
      try spool.append(Data([1]), spills: true)
    }
    // What waits is delivered all the same.
    for _ in 0..<8 { #expect(try spool.next() == Data([0])) }
    #expect(try spool.next()?.prefix(24) == Data(count: 24))
  }

  @Test("The floor is at most 64 mebibytes, and is checked after each 16 that are written")
  func greatestFloor() {
    let free = Box(1 << 40)
    var room = DiskRoom { free.value }
    free.value = 64 << 20
    let atFloor = room.admits(16 << 20)
    free.value -= 1
    let notLooked = room.admits((16 << 20) - 1)
    let belowFloor = room.admits(1)
    expect((atFloor, notLooked, belowFloor) == (true, true, false))
    var unknown = DiskRoom { nil }
    let isAdmitted = unknown.admits(1 << 30)
    expect(isAdmitted)
  }

  @Test("The free space of the disk is known, so that half of it can stay free")
  func freeSpace() {
    expect(FileManager.default.temporaryDirectory.freeSpace ?? 0 > 0)
    expect(URL(fileURLWithPath: "/nowhere/at/all").freeSpace == nil)
  }

  #if os(Linux)
    @Test("However much passes through it, its file is no longer than the limit")
    func fileIsRing() async {
      // In a process of its own, where no other spool is open.
      await #expect(processExitsWith: .success) {
        @Sendable func spools() throws -> Set<String> {
          Set(
            try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").filter { name in
              let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)")
              return target?.contains("/spool-") == true
            })
        }
        // What the process that has started this one had open at that moment may be open here.
        let others = try spools()
        var spool = Spool(capacity: 1 << 20)
        for _ in 0..<16 { try spool.append(Data(count: 60_000), spills: true) }
        for _ in 0..<1_000 {
          try spool.append(Data(count: 60_000), spills: true)
          var rest = 60_000
          while rest > 0 { rest -= try spool.next()?.count ?? rest }
        }
        let files = try spools().subtracting(others)
        expectEqual(files.count, 1)
        for descriptor in files.compactMap({ Int32($0) }) {
          var status = stat()
          expectEqual(fstat(descriptor, &status), 0)
          expect(status.st_size <= 1 << 20)
          // What a server sends is nobody else's to read.
          expectEqual(status.st_mode & 0o777, 0o600)
        }
        withExtendedLifetime(spool) {}
      }
    }
  #endif
}
