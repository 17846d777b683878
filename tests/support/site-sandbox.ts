import { readFileSync } from "node:fs"
import { join } from "node:path"
import Stripe from "stripe"
import type { Site } from "./server.ts"

/** The Stripe sandbox of an installation: by the SDK, and by its switches under /_sandbox. */
export function sandboxOf(site: Pick<Site, "dataDir" | "sandboxUrl">) {
  const { stripeSecretKey } = JSON.parse(readFileSync(join(site.dataDir, "keys.json"), "utf8"))
  const secretKey = `sk_test_${String(stripeSecretKey)}`
  const { hostname, port } = new URL(site.sandboxUrl)
  return {
    secretKey,
    stripe: new Stripe(secretKey, { host: hostname, port: Number(port), protocol: "http" }),
    /** Stripe suspects fraud and pays this account nothing any more. */
    async rejectAccount(id: string): Promise<void> {
      const response = await fetch(`${site.sandboxUrl}/_sandbox/account`, {
        method: "POST",
        headers: { authorization: `Bearer ${secretKey}` },
        body: JSON.stringify({ id, reject: "fraud" }),
      })
      if (!response.ok) throw new Error(`The sandbox answers ${response.status}`)
    },
  }
}
