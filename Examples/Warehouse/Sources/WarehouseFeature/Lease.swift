import TroupeDurable

/// The right to edit an item, until a point in time. Only who has the id can use it.
package struct Lease: Codable, Hashable, Sendable {
  package static let duration = Duration.seconds(60)

  package let id: String
  /// When it ends, if nobody sets the clock.
  package let endsAt: WallClockInstant
  /// How long it lasts at most.
  package let duration: Duration

  package init(id: String, endsAt: WallClockInstant, duration: Duration = Self.duration) {
    self.id = id
    self.endsAt = endsAt
    self.duration = duration
  }

  /// When it ends for a program that sees it first at an instant.
  ///
  /// If the clock has been set back since the lease began, its end is too far away. The lease ends after its
  /// duration then.
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
