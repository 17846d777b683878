import { Database } from "bun:sqlite"
import { execFileSync } from "node:child_process"
import { rmSync } from "node:fs"
import { join } from "node:path"

type Facts = { payments: { webhookLost: string } }

/**
 * Packs the data folder. The sandbox's webhooks are sent after the next start, except those of one payment, which are
 * deleted as if they were lost.
 */
export function packFiles(dataDir: string, file: string, { payments }: Facts): void {
  const sandbox = new Database(join(dataDir, "stripe-sandbox.sqlite"), { strict: true })
  sandbox
    .query(
      `delete from deliveries where event in (
         select id from objects where kind = 'event' and doc like '%' || ? || '%')`,
    )
    .run(payments.webhookLost)
  sandbox.run(
    "update settings set value = json_set(value, '$.webhooks.paused', json('false')) where name = 'config'",
  )
  sandbox.run("pragma journal_mode = delete")
  sandbox.run("vacuum")
  sandbox.close()
  // Only valid for the running start: its process ids may belong to other programs later.
  rmSync(join(dataDir, "run.json"), { force: true })
  // The assets of that build are large, and no test needs them.
  rmSync(join(dataDir, "assets"), { recursive: true, force: true })
  execFileSync("tar", [
    "--sort=name",
    "--owner=0",
    "--group=0",
    "--numeric-owner",
    "--use-compress-program=gzip -9n",
    "-cf",
    file,
    "-C",
    dataDir,
    ".",
  ])
}
