import { createHmac } from "node:crypto"

/** Returns the `Stripe-Signature` header: the time, and an HMAC-SHA256 of time and body with the endpoint's secret. */
export function sign(body: string, secret: string, seconds: number): string {
  const digest = createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex")
  return `t=${seconds},v1=${digest}`
}
