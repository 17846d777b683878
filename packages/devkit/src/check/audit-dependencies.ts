import { z } from "zod"
import { root } from "../start/start-everything.ts"

/** A registry's advisory against an installed version of a package. */
export type Advisory = {
  readonly package: string
  readonly title: string
  readonly severity: string
  readonly url: string
}
/** `unasked`: the registry was not reached or its response was invalid, so nothing is known. */
export type Audit = { readonly advisories: readonly Advisory[] } | { readonly unasked: string }

const PATIENCE_MS = 30_000

const answered = z.record(
  z.string(),
  z.array(z.object({ title: z.string(), severity: z.string(), url: z.string() })),
)

/** Queries the package registry for advisories against the versions in bun.lock. `environment` is for tests. */
export async function auditDependencies(
  environment: Record<string, string | undefined> = process.env,
): Promise<Audit> {
  const asking = Bun.spawn([process.execPath, "audit", "--json"], {
    cwd: root,
    env: environment,
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
    timeout: PATIENCE_MS,
  })
  const [output, errors] = await Promise.all([
    new Response(asking.stdout).text(),
    new Response(asking.stderr).text(),
    asking.exited,
  ])
  const parsed = answered.safeParse(jsonOf(output))
  if (!parsed.success) return { unasked: errors.trim() || "the registry did not answer" }
  const advisories = Object.entries(parsed.data).flatMap(([name, known]) =>
    known.map((advisory) => ({ package: name, ...advisory })),
  )
  return { advisories }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const FAILING = ["high", "critical"]

/** A `problem` fails the check; a `note` is only printed. */
export function judgeAudit(audit: Audit): { problem?: string; note?: string } {
  if ("unasked" in audit)
    return {
      note: `NOT ASKED: ${audit.unasked}. Nothing is known about the dependencies; run it where the registry answers.`,
    }
  const lines = (advisories: readonly Advisory[]) =>
    advisories.map((one) => `${one.severity}: ${one.package}: ${one.title} (${one.url})`).join("\n")
  const failing = audit.advisories.filter(({ severity }) => FAILING.includes(severity))
  if (failing.length > 0) return { problem: lines(failing) }
  return audit.advisories.length > 0 ? { note: lines(audit.advisories) } : {}
}
