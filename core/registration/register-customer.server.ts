import { createHash } from "node:crypto"
import type { Context } from "#core/context.ts"
import { once } from "#core/idempotency.server.ts"
import { hashForEmail } from "#core/identity/hash-for-email.server.ts"
import type { RegisterCustomerInput } from "#core/identity/inputs.ts"
import { customers } from "#db/schema/index.ts"
import { addRole } from "./add-role.server.ts"

type Registration = Pick<RegisterCustomerInput, "email" | "firstName" | "lastName" | "password"> & {
  /** The page to continue to after the confirmation. */
  next?: string | null
}

/**
 * Creates a customer, or adds that role to an existing account, and sends the confirmation email. `confirmed` is true
 * if the email was confirmed before. Throws `duplicate_email` (see `addRole`), `rate_limited`.
 */
export async function registerCustomer(
  ctx: Context,
  input: Registration & { address: string; idempotencyKey: string | undefined },
): Promise<{ userId: string; confirmed: boolean }> {
  const { email, firstName, lastName } = input
  const passwordHash = await hashForEmail(ctx, input)
  const keyed = {
    scope: createHash("sha256").update(email).digest("base64url"),
    command: "registerCustomer",
    key: input.idempotencyKey,
    // Never the password: the key's row stores a fast hash of the request.
    request: { email, firstName, lastName },
  }
  return once(ctx, keyed, async (tx) => {
    const person = await addRole(ctx, tx, {
      role: "customer",
      email,
      firstName,
      lastName,
      passwordHash,
      next: input.next ?? null,
    })
    await tx.insert(customers).values({ userId: person.userId, firstName, lastName, createdAt: ctx.now() })
    return person
  })
}
