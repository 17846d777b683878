import { HOUR_MS } from "#core/durations.ts"
import type { Coordinates } from "../places/coordinates.ts"
import { distanceMeters, milesFromMeters } from "../places/distance.ts"

export type Position = Coordinates & { accuracyMeters: number; recordedAt: Date }

/** A phone that reports a worse accuracy is guessing from its network. */
const WORST_ACCURACY_METERS = 1_000
/** No road, and no street map, goes farther north or south. */
const HIGHEST_LATITUDE = 85
const TOP_SPEED_MPH = 120

/**
 * Whether the courier can be at the reported position, given the last plausible one. Both may be off by their accuracy,
 * so only the distance beyond that counts as driven.
 */
export function isPlausible(position: Position, last: Position | null): boolean {
  if (position.accuracyMeters > WORST_ACCURACY_METERS || Math.abs(position.lat) > HIGHEST_LATITUDE)
    return false
  if (!last) return true
  const drivenMeters = distanceMeters(last, position) - last.accuracyMeters - position.accuracyMeters
  const hours = (position.recordedAt.getTime() - last.recordedAt.getTime()) / HOUR_MS
  return milesFromMeters(Math.max(0, drivenMeters)) <= TOP_SPEED_MPH * hours
}
