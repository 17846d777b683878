/** The hidden field that `Form` puts into every form. `submitForm` passes it to the command as its idempotency key. */
export const IDEMPOTENCY_FIELD = "idempotencyKey"

/** Returns an idempotency key for a new form or file. Not randomUUID, which browsers have on HTTPS only. */
export const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("")
