import TroupeDurable

/// The right to edit an item, until a point in time. Only a client that has the id can use it.
package struct Lease: Codable, Hashable, Sendable {
  package static let duration = Duration.seconds(60)

  package let id: String
  /// When it ends, unless the clock is set.
  package let endsAt: WallClockInstant
  /// Its maximum duration.
  package let duration: Duration

  package init(id: String, endsAt: WallClockInstant, duration: Duration = Self.duration) {
    self.id = id
    self.endsAt = endsAt
    self.duration = duration
  }

  /// When it ends, for a program that first reads it at an instant.
  ///
  /// If the clock has been set back since the lease began, its end is too far away. The lease then ends after
  /// its duration.
  package func end(seenAt now: WallClockInstant) -> WallClockInstant {
    min(endsAt, now.advanced(by: duration))
  }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    id = try values.decode(String.self, forKey: .id)
    endsAt = try values.decode(WallClockInstant.self, forKey: .endsAt)
    // Earlier versions didn't save it.
    duration = try values.decodeIfPresent(Duration.self, forKey: .duration) ?? Self.duration
  }
}
