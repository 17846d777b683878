import type { z } from "zod"
import { fetchJson, type JsonRequest, ProviderError } from "../../../../server/adapters/resilience.ts"
import type { Settings } from "../../../../server/config/settings.ts"

export type Finding = {
  service: string
  /** `off`: not configured, and something of ours stands in for it. */
  state: "works" | "off" | "wrong"
  /** What is the case, in words for the site's operator. Keys and addresses with passwords never stand in it. */
  says: string
  /** What to do, where something is wrong. */
  todo?: string
}

/** What of the environment could be read, each setting for itself: a wrong one does not hide the others. */
export type ReadableSettings = Partial<Settings>

/** Where the services listen; tests put a fake here. */
export type Endpoints = {
  google?: string
  googleRoutes?: string
  census?: string
  cloudinary?: string
  stripe?: string
}

export const works = (service: string, says: string): Finding => ({ service, state: "works", says })
export const off = (service: string, says: string): Finding => ({ service, state: "off", says })
export const wrong = (service: string, says: string, todo: string): Finding => ({
  service,
  state: "wrong",
  says,
  todo,
})

const WITHIN_MS = 6_000

/** One harmless question; what does not answer properly is a finding, too. */
export async function ask<S extends z.ZodType>(
  service: string,
  request: Omit<JsonRequest<S>, "provider" | "timeoutMs">,
  judge: (answer: z.infer<S>) => Finding,
): Promise<Finding> {
  try {
    return judge(await fetchJson({ provider: service, timeoutMs: WITHIN_MS, ...request }))
  } catch (error) {
    return unreachable(service, error)
  }
}

/** A service that did not answer as itself; `setting` says where its address stands. */
export function unreachable(service: string, error: unknown, setting?: string): Finding {
  const address = setting ? `the address in ${setting}` : "the address"
  return wrong(
    service,
    `${reasonOf(error)}.`,
    `Check ${address}, this machine's way out (firewall, proxy, DNS) and the service's status page, then run the doctor again.`,
  )
}

/** Never the error's own words, which may carry the address with its password. */
function reasonOf(error: unknown): string {
  if (error instanceof ProviderError) return error.reason
  if (!(error instanceof Error)) return "cannot be reached"
  const said = `${error.name} ${"code" in error ? error.code : ""} ${error.message}`
  if (/ECONNREFUSED/.test(said)) return "cannot be reached: nothing listens there"
  if (/ENOTFOUND|EAI_AGAIN/.test(said)) return "cannot be reached: its name is not known to this machine"
  if (/time(d )?-?out|ETIMEDOUT/i.test(said)) return "does not answer in time"
  return "cannot be reached"
}
