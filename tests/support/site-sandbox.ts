import { readFileSync } from "node:fs"
import { join } from "node:path"
import Stripe from "stripe"
import type { Site } from "./server.ts"

/** The Stripe sandbox of an installation: its SDK, and its controls under /_sandbox. */
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
    /** Makes Stripe suspect fraud, so that it no longer pays this account. */
    rejectAccount: (id: string) => setAccount({ id, reject: "fraud" }),
    /** Makes Stripe require more of this account, by Stripe's own field names. */
    requireOf: (id: string, due: readonly string[]) => setAccount({ id, due }),
  }
}
