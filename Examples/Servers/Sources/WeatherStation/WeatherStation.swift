import StreamConcurrency
import StreamCore
import StreamMapping

/// A round at the weather station.
package enum WeatherStation {
  /// Reads the logbook, compares a publisher with a sensor's stream, and sends the day's readings.
  ///
  /// - Parameter report: Receives the lines, in order.
  package static func run(report: @escaping @Sendable (String) -> Void) async {
    do throws(SensorFault) {
      for try await celsius in Logbook(lines: ["18.5", "19.0", "a smudge", "21.0"]).publisher.values {
        report("The logbook says \(celsius) °C.")
      }
    } catch {
      switch error {
      case .offline: report("The logbook ends, since the sensor is offline.")
      case .unreadable(let line): report("The logbook ends at “\(line)”, which is no number.")
      }
    }

    let thermometer = Thermometer()
    let differences = Climate.differences(inside: [21.5, 22, 22.5].publisher, outside: thermometer.readings)
    for celsius in [18, 19.5, 23] { thermometer.report(celsius) }
    thermometer.retire()
    for await difference in differences.values { report("Inside it is warmer by \(difference) °C.") }

    let day = [18.5, 19, 21, 20.5, 19.5].publisher
    for await change in Climate.changes(of: day) { report("The temperature has changed by \(change) °C.") }
    for await batch in Uplink.batches(of: day, count: 2).values { report("These readings have been sent: \(batch).") }
  }
}
