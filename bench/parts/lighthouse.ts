import { join } from "node:path"
import type { Browser } from "playwright"
import { freePort } from "../../server/cli/ports.ts"
import type { Figure, Part } from "../report/figure.ts"
import { pin, unpin } from "../world/cpu.ts"
import { percentile } from "../world/load.ts"
import { installOnDemand } from "../world/on-demand.ts"
import { openBrowser } from "../world/open-browser.ts"
import { LOAD_CORE, type World } from "../world/open-world.ts"
import { cookiesOf, type Visit, visits } from "../world/visits.ts"

/** Installed only when it is needed, because it takes 176 MB with its dependencies. */
const [PACKAGE, VERSION] = ["lighthouse", "13.5.0"]
const RUNS = 3

const METHODS = ["simulate", "devtools"] as const
type Method = (typeof METHODS)[number]

/**
 * Lighthouse's own slow 4G, and the slow 3G of Chromium and WebPageTest, both with Lighthouse's factors for devtools.
 */
const NETWORKS = {
  "slow 4G": { rttMs: 150, kilobits: 1_638.4, lcp: 1_000 },
  "slow 3G": { rttMs: 400, kilobits: 400, lcp: 2_200 },
} as const
type Network = keyof typeof NETWORKS

const throttling = ({ rttMs, kilobits }: (typeof NETWORKS)[Network]) => ({
  rttMs,
  throughputKbps: kilobits,
  requestLatencyMs: rttMs * 3.75,
  downloadThroughputKbps: kilobits * 0.9,
  uploadThroughputKbps: Math.min(kilobits, 750) * 0.9,
  cpuSlowdownMultiplier: 4,
})

type Result = {
  finalDisplayedUrl: string
  runtimeError?: { message: string }
  categories: Record<string, { score: number | null; auditRefs: { id: string }[] }>
  audits: Record<string, { score: number | null; numericValue?: number; details?: { items?: LhItem[] } }>
}
type LhItem = { url?: string; duration?: number; snippet?: string; label?: string; items?: LhItem[] }
type Artifacts = { settings: object }
type Lighthouse = {
  default(url: string, flags: object): Promise<{ lhr: Result; artifacts: Artifacts } | undefined>
  auditFlowArtifacts(flow: {
    gatherSteps: { artifacts: Artifacts; flags: object }[]
  }): Promise<{ steps: { lhr: Result }[] }>
}

/**
 * Measures Lighthouse's figures for a phone, in both of its modes, as medians of three. A page takes nearly three
 * minutes: as one of several parts it measures home alone, by itself every page, and with `quick` home once, without
 * the slow mode.
 */
export async function measureLighthouse(
  world: World,
  { quick, isAlone }: { quick: boolean; isAlone: boolean },
): Promise<Part> {
  const opened = await openLighthouse()
  if (!opened) return { part: "lighthouse", figures: [], notes: [NO_BROWSER] }
  const { lighthouse, port, signIn } = opened
  try {
    const figures: Figure[] = []
    const reasons: string[] = []
    const all = await visits(world)
    for (const visit of isAlone && !quick ? all : all.slice(0, 1)) {
      const runs = quick ? 1 : RUNS
      const started = performance.now()
      const look = {
        visit,
        port,
        runs,
        signIn: () => signIn(visit),
        methods: quick ? (["simulate"] as const) : METHODS,
      }
      const results = await measure(lighthouse, look)
      figures.push(...results.flatMap(({ how, list }) => figuresOf(visit.name, how, list)))
      reasons.push(...results.flatMap(({ how, list }) => reasonOf(`${visit.name}, ${how}`, list[0])))
      console.log(`  ${visit.name}, ${runs} × ${Math.round((performance.now() - started) / 1000 / runs)} s`)
    }
    const runs = quick ? "one look at home" : `medians of ${RUNS}`
    return { part: "lighthouse", figures, notes: [`Lighthouse ${VERSION}, ${runs}.`, ...reasons] }
  } finally {
    await opened.close()
  }
}

export const NO_BROWSER = "Chromium is not installed: no Lighthouse."

/** Starts Lighthouse and a browser for it. Returns nothing without Chromium. */
export async function openLighthouse() {
  const port = await freePort()
  // A browser is a dozen processes, and child processes inherit our cores. On a single core they would compete with the
  // measured one, and that waiting, times four, would count as the page's own work.
  unpin(process.pid)
  const browser = await openBrowser({ port })
  pin(process.pid, LOAD_CORE)
  if (!browser) return undefined
  const place = installOnDemand(PACKAGE, VERSION)
  const lighthouse = (await import(join(place, "core/index.js"))) as Lighthouse
  return {
    lighthouse,
    port,
    signIn: (visit: Visit) => signIn(browser, visit),
    close: () => browser.close(),
  }
}

/** Lighthouse opens its own tabs, which have the browser's cookies and not a context's, and closes them. */
async function signIn(browser: Browser, { cookie = "", url }: Visit): Promise<void> {
  const session = await browser.newBrowserCDPSession()
  await session.send("Storage.clearCookies")
  await session.send("Storage.setCookies", { cookies: cookiesOf(cookie, new URL(url).origin) })
  await session.detach()
}

type Look = { signIn(): Promise<void>; visit: Visit; port: number; runs: number; methods: readonly Method[] }

async function measure(lighthouse: Lighthouse, { visit, port, runs, methods, signIn }: Look) {
  const results = new Map<string, Result[]>()
  const flagsFor = (method: Method, network: Network) => ({
    port,
    logLevel: "error",
    output: "json",
    onlyCategories: ["performance"],
    formFactor: "mobile",
    throttlingMethod: method,
    throttling: throttling(NETWORKS[network]),
  })
  const lookOnce = async (method: Method, network: Network) => {
    await signIn()
    return lighthouse.default(visit.url, flagsFor(method, network))
  }
  const look = async (method: Method, network: Network) => {
    const looked = await lookOnce(method, network)
    const problem = looked?.lhr.runtimeError
    if (!problem) return looked
    // If a busy machine did not paint the tab in time, there are no figures. If that happens twice, the page is
    // reported without figures.
    console.log(`  Lighthouse looks again: ${problem.message}`)
    return lookOnce(method, network)
  }
  const note = (method: Method, network: Network, result: Result | undefined) => {
    if (!result) throw new Error(`Lighthouse saw nothing of ${visit.name}.`)
    if (result.finalDisplayedUrl !== visit.url)
      throw new Error(`${visit.name} led to ${result.finalDisplayedUrl}`)
    const name = `${network}, ${method}`
    results.set(name, [...(results.get(name) ?? []), result])
  }
  for (let run = 0; run < runs; run++) {
    for (const method of methods) {
      // The simulation computes every network from one run; devtools mode slows down the run itself.
      const [first, second] = Object.keys(NETWORKS) as [Network, Network]
      const looked = await look(method, first)
      note(method, first, looked?.lhr)
      if (method === "devtools") note(method, second, (await look(method, second))?.lhr)
      else {
        const step = { artifacts: at(looked?.artifacts, second), flags: flagsFor(method, second) }
        const { steps } = await lighthouse.auditFlowArtifacts({ gatherSteps: [step] })
        note(method, second, steps[0]?.lhr)
      }
    }
  }
  return [...results].map(([how, list]) => ({ how, list }))
}

/** In simulation mode, nothing is slowed down during the run, so one run serves every network. */
function at(artifacts: Artifacts | undefined, network: Network): Artifacts {
  if (!artifacts) throw new Error("Lighthouse kept nothing of its look.")
  return { ...artifacts, settings: { ...artifacts.settings, throttling: throttling(NETWORKS[network]) } }
}

/** The largest paint's delays and the scripts that kept the phone busy, from the first run. */
function reasonOf(name: string, result: Result | undefined): string[] {
  const flat = (items: LhItem[] = []): LhItem[] => items.flatMap((item) => [item, ...flat(item.items)])
  const paint = flat(result?.audits["lcp-breakdown-insight"]?.details?.items)
  const phases = paint
    .filter(({ label, duration }) => label && duration !== undefined)
    .map(({ label, duration = 0 }) => `${label} ${Math.round(duration)} ms`)
  const element = paint.find(({ snippet }) => snippet)?.snippet
  const tasks = (result?.audits["long-tasks"]?.details?.items ?? [])
    .slice(0, 3)
    .map(
      ({ url = "", duration = 0 }) =>
        `${url.split("/").at(-1)?.split("?")[0] || "the page"} ${Math.round(duration)} ms`,
    )
  if (phases.length + tasks.length === 0) return []
  return [
    `${name}: largest paint \`${element ?? "unknown"}\` (${phases.join(", ")}); longest tasks: ${tasks.join(", ") || "none"}.`,
  ]
}

function figuresOf(page: string, how: string, results: Result[]): Figure[] {
  const name = `${page}, ${how}`
  const median = (read: (result: Result) => number) =>
    percentile(
      results.map(read).sort((a, b) => a - b),
      0.5,
    )
  const audit = (id: string) => median(({ audits }) => audits[id]?.numericValue ?? Number.NaN)
  const network = how.split(",")[0] as Network
  return [
    {
      name: `${name}: score`,
      unit: "",
      better: "more",
      aim: 98,
      value: median(({ categories }) => 100 * (categories.performance?.score ?? Number.NaN)),
      others: "Shopify's median 55",
    },
    {
      name: `${name}: LCP`,
      unit: "s",
      better: "less",
      aim: NETWORKS[network].lcp / 1000,
      value: audit("largest-contentful-paint") / 1000,
    },
    { name: `${name}: TBT`, unit: "ms", better: "less", value: audit("total-blocking-time") },
    { name: `${name}: CLS`, unit: "", better: "less", aim: 0, value: audit("cumulative-layout-shift") },
  ]
}
