import type { z } from "zod"
import { fetchJson, type JsonRequest, ProviderError } from "../../../../server/adapters/resilience.ts"
import type { Settings } from "../../../../server/config/settings.ts"

export type Finding = {
  service: string
  /** `off`: not configured, and replaced by one of our fakes. */
  state: "works" | "off" | "wrong"
  /** The result, for the site's operator. Never contains keys or URLs with passwords. */
  says: string
  /** The fix, if something is wrong. */
  todo?: string
}

/** The settings that could be parsed, each separately, so that an invalid one does not hide the others. */
export type ReadableSettings = Partial<Settings>

/** The services' addresses; tests set a fake here. */
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

/** Sends one harmless request; an invalid response is also a finding. */
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

/** The finding for a service that did not respond correctly; `setting` is the setting with its URL. */
export function unreachable(service: string, error: unknown, setting?: string): Finding {
  const address = setting ? `the address in ${setting}` : "the address"
  return wrong(
    service,
    `${reasonOf(error)}.`,
    `Check ${address}, this machine's way out (firewall, proxy, DNS) and the service's status page, then run the doctor again.`,
  )
}

/** Never the error's own message, which may contain the URL with its password. */
function reasonOf(error: unknown): string {
  if (error instanceof ProviderError) return error.reason
  if (!(error instanceof Error)) return "cannot be reached"
  const said = `${error.name} ${"code" in error ? error.code : ""} ${error.message}`
  if (/ECONNREFUSED/.test(said)) return "cannot be reached: nothing listens there"
  if (/ENOTFOUND|EAI_AGAIN/.test(said)) return "cannot be reached: its name is not known to this machine"
  if (/time(d )?-?out|ETIMEDOUT/i.test(said)) return "does not answer in time"
  return "cannot be reached"
}
