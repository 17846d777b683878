/** The hidden field that `Form` puts into every form, and that `submitForm` hands to the command as its key. */
export const IDEMPOTENCY_FIELD = "idempotencyKey"
