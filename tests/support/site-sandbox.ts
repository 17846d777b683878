import { readFileSync } from "node:fs"
import { join } from "node:path"
import Stripe from "stripe"
import type { Site } from "./server.ts"

/** The Stripe sandbox of an installation: by the SDK, and by its switches under /_sandbox. */
export function sandboxOf(site: Pick<Site, "dataDir" | "sandboxUrl">) {
  const { stripeSecretKey } = JSON.parse(readFileSync(join(site.dataDir, "keys.json"), "utf8"))
  const secretKey = `sk_test_${String(stripeSecretKey)}`
  const { hostname, port } = new URL(site.sandboxUrl)
  const setAccount = async (state: { id: string; reject?: string; due?: readonly string[] }) => {
    const response = await fetch(`${site.sandboxUrl}/_sandbox/account`, {
      method: "POST",
      headers: { authorization: `Bearer ${secretKey}` },
      body: JSON.stringify(state),
    })
    if (!response.ok) throw new Error(`The sandbox answers ${response.status}`)
  }
  return {
    secretKey,
    stripe: new Stripe(secretKey, { host: hostname, port: Number(port), protocol: "http" }),
    /** Stripe suspects fraud and pays this account nothing any more. */
    rejectAccount: (id: string) => setAccount({ id, reject: "fraud" }),
    /** Stripe asks this account for more, by its own names. */
    requireOf: (id: string, due: readonly string[]) => setAccount({ id, due }),
  }
}
