import { behind } from "./behind-balancers.ts"
import { connectionLimit, failover, lockedTable } from "./database-limits.ts"
import { databaseDiskFull, diskFull } from "./disk-full.ts"
import { healthWithoutHost } from "./health-without-host.ts"
import { hostileUploads } from "./hostile-uploads.ts"
import { pgBouncer } from "./pgbouncer.ts"
import { postgresRestart } from "./postgres-restart.ts"
import { providersMisbehave } from "./providers-misbehave.ts"
import { readOnly } from "./read-only.ts"
import { redisGone } from "./redis-gone.ts"
import { rollingDeploy } from "./rolling-deploy.ts"
import { rollingRestart } from "./rolling-restart.ts"
import { roomsGone } from "./rooms-gone.ts"
import { versionBefore } from "./version-before.ts"
import { workerGone } from "./worker-gone.ts"
import type { Verdict } from "./world/verdict.ts"

type Fault = (options: { quick: boolean }) => Promise<Verdict>

const FAULTS: Record<string, Fault> = {
  "rolling-restart": rollingRestart,
  "rolling-deploy": rollingDeploy,
  "version-before": versionBefore,
  "health-without-host": healthWithoutHost,
  "behind-nginx": behind("nginx"),
  "behind-haproxy": behind("haproxy"),
  "behind-caddy": behind("caddy"),
  "redis-gone": redisGone,
  "postgres-restart": postgresRestart,
  pgbouncer: pgBouncer,
  "locked-table": lockedTable,
  failover,
  "connection-limit": connectionLimit,
  "disk-full": diskFull,
  "database-disk-full": databaseDiskFull,
  "rooms-gone": roomsGone,
  "providers-misbehave": providersMisbehave,
  "read-only": readOnly,
  "hostile-uploads": hostileUploads,
  "worker-gone": workerGone,
}

/** npm run faults -- [--quick] [names]: breaks things on purpose and checks what people see and what is left behind. */
const args = process.argv.slice(2).filter((arg) => arg !== "--parent-pipe")
const quick = args.includes("--quick")
const wanted = args.filter((arg) => arg !== "--quick")
const unknown = wanted.filter((name) => !(name in FAULTS))
if (unknown.length > 0) {
  console.error(
    `There is no fault called ${unknown.join(" or ")}. There are: ${Object.keys(FAULTS).join(", ")}.`,
  )
  process.exit(1)
}
let faults = 0
for (const name of wanted.length > 0 ? wanted : Object.keys(FAULTS)) {
  console.log(`\n${name} …`)
  const begun = performance.now()
  const verdict = await run(name)
  for (const [figure, value] of Object.entries(verdict.figures)) console.log(`  ${figure}: ${value}`)
  for (const fault of verdict.faults) console.error(`  FAULT: ${fault}`)
  faults += verdict.faults.length
  console.log(`  ${Math.round((performance.now() - begun) / 1000)} s, ${verdict.faults.length} faults`)
}

/** Returns an error as a verdict, so that a test that cannot run here does not stop the others. */
async function run(name: string): Promise<Verdict> {
  try {
    const verdict = await FAULTS[name]?.({ quick })
    return verdict ?? { figures: {}, faults: ["it was not run"] }
  } catch (error) {
    return { figures: {}, faults: [error instanceof Error ? error.message : String(error)] }
  }
}

process.exit(faults === 0 ? 0 : 1)
