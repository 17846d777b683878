import type { AlarmKind, Alarms } from "#core/ports/alarms.ts"

/** Alarms that a test can read: each with its facts, in the order in which they were raised. */
export function heardAlarms(): { alarms: Alarms; heard: [AlarmKind, object][] } {
  const heard: [AlarmKind, object][] = []
  return { heard, alarms: { raise: (kind, facts = {}) => void heard.push([kind, facts]) } }
}
