import { createHmac } from "node:crypto"

/** The `Stripe-Signature` header: the time and an HMAC-SHA256 over time and body, under the endpoint's secret. */
export function sign(body: string, secret: string, seconds: number): string {
  const digest = createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex")
  return `t=${seconds},v1=${digest}`
}
