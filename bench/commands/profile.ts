import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { allWork } from "../parts/work.ts"
import { profileReport } from "../profile/profile-report.ts"
import { type CpuProfile, readProfile } from "../profile/read-profile.ts"
import { unpackProfile } from "../profile/unpack-profile.ts"
import { pin } from "../world/cpu.ts"
import { openWorld, SERVER_CORE } from "../world/open-world.ts"

const FOLDER = fileURLToPath(new URL("../../docs/profiles", import.meta.url))
const SECONDS = { quick: 4, whole: 12 }
/** Microseconds between two samples: short enough for functions that run for a fraction of a millisecond. */
const INTERVAL = "200"

type Options = { quick: boolean; file: string | undefined; scale: number; keep: string | undefined }

/** `npm run bench -- profile home`: profiles the web process under load. Returns the exit code. */
export async function profile(what: string | undefined, options: Options): Promise<number> {
  const world = await openWorld({ file: options.file, scale: options.scale })
  const folder = mkdtempSync(join(tmpdir(), "pushcart-profile-"))
  try {
    const works = await allWork(world)
    const busy = await works.get(what ?? "")?.()
    if (!busy) {
      console.error(`Profile what? There are: ${[...works.keys()].join(", ")}.`)
      return 1
    }
    const started = performance.now()
    const web = await world.startWeb({
      BUN_OPTIONS: `--cpu-prof --cpu-prof-dir=${folder} --cpu-prof-interval=${INTERVAL}`,
    })
    pin(web.pid, SERVER_CORE)
    await busy.warmUp(web.site)
    const from = performance.now()
    await busy.run(web.site, options.quick ? SECONDS.quick : SECONDS.whole)
    const window = { fromMs: from - started, toMs: performance.now() - started }
    await web.stop()
    const [file = ""] = readdirSync(folder)
    const cpu = JSON.parse(readFileSync(join(folder, file), "utf8")) as CpuProfile
    const title = `${what}, ${new Date().toISOString().slice(0, 16).replace("T", " ")} UTC`
    const report = profileReport(readProfile(unpackProfile(cpu), window), title)
    console.log(report)
    if (options.keep) keep(report, `${what}-${options.keep}`.replace(/\W+/g, "-"))
    return 0
  } finally {
    rmSync(folder, { recursive: true, force: true })
    await world.close()
  }
}

function keep(report: string, name: string): void {
  mkdirSync(FOLDER, { recursive: true })
  const file = join(FOLDER, `${name}.md`)
  writeFileSync(file, `# Profile of ${report.replace(/^## /, "")}`)
  console.log(`Written: ${file}`)
}
