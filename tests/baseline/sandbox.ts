import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { TestServer } from "../support/server.ts"

/** Pauses the provider's webhooks, which would otherwise arrive at any time during a recording. */
export async function pauseWebhooks({ sandboxUrl, dataDir }: TestServer): Promise<void> {
  const keys = JSON.parse(readFileSync(join(dataDir, "keys.json"), "utf8")) as Record<string, string>
  const answer = await fetch(`${sandboxUrl}/_sandbox/config`, {
    method: "POST",
    headers: { authorization: `Bearer sk_test_${keys.stripeSecretKey}` },
    body: JSON.stringify({ webhooks: { paused: true } }),
  })
  if (!answer.ok) throw new Error(`The sandbox does not pause its webhooks: ${await answer.text()}`)
}
