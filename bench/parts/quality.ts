import type { Figure, Part } from "../report/figure.ts"
import type { World } from "../world/open-world.ts"
import { visits } from "../world/visits.ts"
import { NO_BROWSER, openLighthouse } from "./lighthouse.ts"

const CATEGORIES = ["accessibility", "best-practices"]

/** Measures Lighthouse's scores for accessibility and best practices of every page, with the audits that fail. */
export async function measureQuality(world: World): Promise<Part> {
  const opened = await openLighthouse()
  if (!opened) return { part: "quality", figures: [], notes: [NO_BROWSER] }
  const { lighthouse, port, signIn, close } = opened
  const figures: Figure[] = []
  const failures: string[] = []
  try {
    for (const visit of await visits(world)) {
      await signIn(visit)
      const flags = { port, logLevel: "error", onlyCategories: CATEGORIES, formFactor: "mobile" }
      const looked = await lighthouse.default(visit.url, flags)
      if (looked?.lhr.finalDisplayedUrl !== visit.url)
        throw new Error(`Lighthouse saw nothing of ${visit.name}.`)
      const { categories, audits } = looked.lhr
      for (const name of CATEGORIES) {
        const score = Math.round((categories[name]?.score ?? 0) * 100)
        figures.push({ name: `${visit.name}: ${name}`, value: score, unit: "", better: "more", aim: 100 })
        const failed = categories[name]?.auditRefs.filter(({ id }) => audits[id]?.score === 0) ?? []
        if (score < 100)
          failures.push(`${visit.name}: ${name} ${score}, for ${failed.map(({ id }) => id).join(", ")}`)
      }
    }
    return { part: "quality", figures, failures }
  } finally {
    await close()
  }
}
