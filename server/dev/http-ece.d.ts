/** What http_ece does for a receiver; it brings no types of its own. */
declare module "http_ece" {
  import type { ECDH } from "node:crypto"

  export function decrypt(
    body: Buffer,
    params: { version: "aes128gcm"; privateKey: ECDH; authSecret: Buffer },
  ): Buffer
}
