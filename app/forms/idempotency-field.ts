/** The hidden field that `Form` puts into every form, and that `submitForm` hands to the command as its key. */
export const IDEMPOTENCY_FIELD = "idempotencyKey"

/** A key for a form that is about to be filled in, or for a file. Not randomUUID, which browsers have on HTTPS only. */
export const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("")
