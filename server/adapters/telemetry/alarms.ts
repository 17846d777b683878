import { Counter } from "prom-client"
import { log } from "#core/log.server.ts"
import { ALARM_KINDS, type AlarmKind, type Alarms } from "#core/ports/alarms.ts"

/** The alarms of this process, for /metrics. */
export const alarmsRaised = new Counter({
  name: "pushcart_alarms_total",
  help: "What somebody who runs the site has to look at, by kind.",
  labelNames: ["kind"],
  registers: [],
})
// Starts each counter at 0. Prometheus computes no rate for a counter that appears with its first alarm, so it would
// only notice the second one.
for (const kind of ALARM_KINDS) alarmsRaised.inc({ kind }, 0)

/** Logs an alarm and counts it. Alarms are global to the process, like its log. */
export function raiseAlarm(kind: AlarmKind, facts: Readonly<Record<string, string>> = {}): void {
  log.error(`alarm.${kind}`, facts)
  alarmsRaised.inc({ kind })
}

export const alarms: Alarms = { raise: raiseAlarm }
