import Foundation

/// Three servers on loopback, with their stores in a temporary folder.
final class Cluster: @unchecked Sendable {
  // Sendable: the task that created it uses it.
  private let folder: URL
  private let ports: [(client: Int, route: Int)]
  private var processes: [Process?] = [nil, nil, nil]

  var urls: [String] { ports.map { "nats://127.0.0.1:\($0.client)" } }

  /// - Parameter diskSize: The size of the file system that each store is to have of its own, in megabytes.
  /// - Throws: A `Problem` if a server cannot start, or have its file system.
  init(diskSize: Int? = nil) throws {
    folder = try Children.makeFolder()
    let free = try freePorts(6)
    ports = (0..<3).map { (free[$0], free[$0 + 3]) }
    for index in 0..<3 {
      if let diskSize { try Children.mount(store(index), megabytes: diskSize) }
      try start(index)
    }
  }

  private func store(_ index: Int) -> URL { folder.appendingPathComponent("\(index)") }

  private func ballast(_ index: Int) -> URL { store(index).appendingPathComponent("ballast") }

  /// The index of the server of a name.
  func index(of name: String) -> Int? { (0..<3).first { "server-\($0)" == name } }

  func start(_ index: Int) throws {
    let routes = ports.map { "nats://127.0.0.1:\($0.route)" }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try serverPath())
    process.arguments = [
      "-a", "127.0.0.1", "-p", "\(ports[index].client)", "-n", "server-\(index)", "-js", "-sd",
      store(index).path, "--cluster_name", "orders", "--cluster", routes[index],
      "--routes", routes.joined(separator: ","), "-l", folder.appendingPathComponent("log-\(index)").path,
    ]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try Children.start(process)
    processes[index] = process
  }

  /// Ends a server as a crash would.
  func kill(_ index: Int) {
    guard let process = processes[index] else { return }
    Children.kill(process)
    processes[index] = nil
  }

  /// Fills the file system of a server to the last byte.
  ///
  /// - Returns: What it took, in megabytes.
  /// - Throws: A `Problem` if it does not become full.
  func fillDisk(_ index: Int) throws -> Int {
    _ = FileManager.default.createFile(atPath: ballast(index).path, contents: nil)
    let file = try FileHandle(forWritingTo: ballast(index))
    defer { try? file.close() }
    var (bytes, block) = (0, Data(count: 1 << 20))
    while !block.isEmpty {
      guard bytes < 1 << 34 else { throw Problem(description: "The disk does not become full.") }
      let written = block.withUnsafeBytes { write(file.fileDescriptor, $0.baseAddress, $0.count) }
      // Others write, too: what is left is taken in ever smaller blocks.
      if written > 0 { bytes += written } else { block = block.dropLast((block.count + 1) / 2) }
    }
    return bytes >> 20
  }

  func freeDisk(_ index: Int) {
    try? FileManager.default.removeItem(at: ballast(index))
  }

  func stop() {
    for index in 0..<3 { kill(index) }
    Children.remove(folder)
  }
}

struct Problem: Error, CustomStringConvertible {
  let description: String
}

private func serverPath() throws -> String {
  let paths = ["/usr/sbin", "/usr/bin", "/usr/local/bin"].map { "\($0)/nats-server" }
  guard let path = paths.first(where: { FileManager.default.isExecutableFile(atPath: $0) }) else {
    throw Problem(description: "nats-server is not installed: apt-get install nats-server")
  }
  return path
}

/// Ports that are free now, all of them at the same time.
func freePorts(_ count: Int) throws -> [Int] {
  var sockets: [Int32] = []
  defer { for socket in sockets { close(socket) } }
  return try (0..<count).map { _ -> Int in
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    sockets.append(descriptor)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
      }
    }
    guard result else { throw Problem(description: "There is no free port.") }
    return Int(UInt16(bigEndian: address.sin_port))
  }
}
