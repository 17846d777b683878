import { aPhoto } from "#tests/support/images.ts"
import { isApology, isPaidAlready } from "./postgres-restart.ts"
import { incident, type Scene } from "./world/incident.ts"
import { until } from "./world/program.ts"
import { type Failure, textOf } from "./world/shopping.ts"
import { smallDisk } from "./world/small-disk.ts"
import type { Verdict } from "./world/verdict.ts"

const REJECTION = "We couldn't save your photos. Please try again in a minute."

/**
 * The disk of web and workers is full: only uploads fail, with an error message; emails are sent once there is space.
 */
export async function diskFull({ quick = false } = {}): Promise<Verdict> {
  const disk = smallDisk(24)
  try {
    return await incident({
      quick,
      options: { dataDir: disk.folder },
      async breakIt(scene) {
        const { load, notes } = scene
        notes.expect((await upload(scene)).status < 300, "A picture was rejected before the disk was full")
        disk.fill()
        const before = load.bought.length
        const rejected = await upload(scene)
        notes.expect(
          rejected.status === 503 && rejected.text.includes(REJECTION),
          `Upload: ${rejected.status} ${rejected.text}`,
        )
        await Bun.sleep(quick ? 6_000 : 20_000)
        notes.expect(load.bought.length > before, "Nobody could buy while the disk was full")
        notes.note({ "orders while it was full": load.bought.length - before, "an upload reads": REJECTION })
        disk.free()
        await until("an upload to be kept again", async () => (await upload(scene)).status < 300, 20_000)
      },
    })
  } finally {
    disk.remove()
  }
}

/** Adds an image to a product as its seller. */
export async function upload({
  cluster,
  town,
}: Pick<Scene, "cluster" | "town">): Promise<{ status: number; text: string }> {
  const [seller] = town.sellers
  const thing = town.things.find(({ marketId }) => marketId === seller?.marketId)
  const form = new FormData()
  form.set("productid", thing?.productId ?? "")
  const photo = await aPhoto("stall.jpg", "teal")
  form.set("images", new File([new Uint8Array(photo.buffer)], photo.name, { type: photo.mimeType }))
  const answer = await fetch(`${cluster.site}/api/v1/images/insertimage`, {
    method: "POST",
    headers: { cookie: seller?.cookie ?? "", origin: cluster.site, "idempotency-key": crypto.randomUUID() },
    body: form,
  })
  return { status: answer.status, text: textOf(await answer.text()) }
}

/**
 * The database's disk is full: PostgreSQL stops before it loses data, and people see that the problem is on our side.
 * Once there is space again, its service manager starts it and everything continues.
 */
export async function databaseDiskFull({ quick = false } = {}): Promise<Verdict> {
  const disk = smallDisk(300)
  try {
    return await incident({
      quick,
      options: { databaseDir: disk.folder },
      isTold: (failure: Failure) => isApology(failure) || isPaidAlready(failure),
      async breakIt({ cluster, load, notes }) {
        disk.fill()
        await until("somebody to be told", () => load.failures.length > 0)
        await Bun.sleep(quick ? 3_000 : 15_000)
        disk.free()
        const answers = async () => (await cluster.database.pool.query("select 1").catch(() => null)) !== null
        notes.note({
          "PostgreSQL still answers": (await answers()) ? "yes" : "no: it stopped rather than lose anything",
        })
        // Does what Compose's "restart: unless-stopped" does.
        if (!(await answers())) {
          await cluster.postgres.stop()
          await cluster.postgres.start()
        }
      },
    })
  } finally {
    disk.remove()
  }
}
