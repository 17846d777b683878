import { and, eq, isNull, ne, sql } from "drizzle-orm"
import type { CustomerContext } from "#core/context.ts"
import { DomainError, notFound } from "#core/errors.ts"
import { isId } from "#core/ids.ts"
import { zipOfAddress } from "#core/places/find-zip.server.ts"
import type { Transaction } from "#db/client.ts"
import { addresses, carts, users } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import type { AddressInput } from "./address-input.ts"

/** More than anybody needs; limits what a script could write. */
const MOST_ADDRESSES = 20

/**
 * Saves a new address of the customer, or changes the one with `id`; the first one becomes their first choice. The same
 * street address may be saved several times, for several people, but a form that is sent twice adds it once. A cart
 * that goes to the address is updated too. Throws `invalid` for a zip that does not exist or is in another state,
 * `not_allowed` above twenty, `not_found` for another customer's address.
 */
export async function saveAddress(
  ctx: CustomerContext,
  { id, ...input }: AddressInput & { id?: string | undefined },
): Promise<{ addressId: string }> {
  if (id !== undefined && !isId(id)) throw notFound("This address")
  return save(ctx, input, async (tx) => id ?? (await findSame(tx, ctx, input, ALL_OF_IT)))
}

/**
 * Saves the address that a cart goes to. Saving the same street address again changes it: /ship-to may be sent twice,
 * with other instructions; its label stays unless there is a new one. Throws what `saveAddress` throws.
 */
export const saveCartAddress = (ctx: CustomerContext, input: AddressInput): Promise<{ addressId: string }> =>
  save(ctx, input, (tx) => findSame(tx, ctx, input, PLACE), { label: input.label || undefined })

async function save(
  ctx: CustomerContext,
  input: AddressInput,
  findSaved: (tx: Transaction) => Promise<string | undefined>,
  changes: Partial<Pick<AddressInput, "label">> = {},
): Promise<{ addressId: string }> {
  await zipOfAddress(ctx.db, input)
  const customerId = ctx.actor.userId
  return transaction(ctx.db, async (tx) => {
    await lockAccount(tx, customerId)
    const id = await findSaved(tx)
    if (id) await updateCart(tx, customerId, id, input)
    const number = await tx.$count(addresses, eq(addresses.customerId, customerId))
    if (!id && number >= MOST_ADDRESSES)
      throw new DomainError(
        "not_allowed",
        `You have ${MOST_ADDRESSES} addresses. Delete one that you no longer use.`,
      )
    const isFirst = input.isFirstChoice || number === 0
    if (isFirst) await clearFirstChoice(tx, customerId, id)
    const { isFirstChoice: _asked, ...values } = input
    const kept = { ...values, ...(isFirst && { isFirstChoice: true }), updatedAt: ctx.now() }
    const [saved] = id
      ? await tx
          .update(addresses)
          .set({ ...kept, ...changes })
          .where(isOwn(ctx, id))
          .returning({ id: addresses.id })
      : await tx
          .insert(addresses)
          .values({ ...kept, customerId, createdAt: ctx.now() })
          .returning({ id: addresses.id })
    if (!saved) throw notFound("This address")
    return { addressId: saved.id }
  })
}

/** The SQL condition that makes another customer's address not found. */
const isOwn = (ctx: CustomerContext, id: string) =>
  and(eq(addresses.id, id), eq(addresses.customerId, ctx.actor.userId))

/** Deletes an address; if it was the first choice, the oldest of the others becomes it. Throws `not_found`. */
export async function deleteAddress(
  ctx: CustomerContext,
  { addressId }: { addressId: string },
): Promise<void> {
  if (!isId(addressId)) throw notFound("This address")
  const customerId = ctx.actor.userId
  await transaction(ctx.db, async (tx) => {
    await lockAccount(tx, customerId)
    const [deleted] = await tx.delete(addresses).where(isOwn(ctx, addressId)).returning()
    if (!deleted) throw notFound("This address")
    if (!deleted.isFirstChoice) return
    const oldest = tx
      .select({ id: addresses.id })
      .from(addresses)
      .where(eq(addresses.customerId, customerId))
      .orderBy(addresses.id)
      .limit(1)
    await tx.update(addresses).set({ isFirstChoice: true }).where(eq(addresses.id, oldest))
  })
}

/** One change at a time, since only one address can be the first choice; and no change during an account deletion. */
async function lockAccount(tx: Transaction, userId: string): Promise<void> {
  const [person] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
    .for("no key update")
  if (!person) throw notFound("Your account")
}

const PLACE = ["address", "addressOne", "zip"] as const
const ALL_OF_IT = [
  ...PLACE,
  "city",
  "state",
  "label",
  "firstName",
  "lastName",
  "phone",
  "instructions",
] as const

/** The id of the customer's address that has the same values in these columns. */
async function findSame(
  tx: Transaction,
  ctx: CustomerContext,
  input: AddressInput,
  columns: readonly (typeof ALL_OF_IT)[number][],
): Promise<string | undefined> {
  const isSame = columns.map((column) => sql`${addresses[column]} is not distinct from ${input[column]}`)
  const [same] = await tx
    .select({ id: addresses.id })
    .from(addresses)
    .where(and(eq(addresses.customerId, ctx.actor.userId), ...isSame))
    .orderBy(addresses.id)
    .limit(1)
  return same?.id
}

async function updateCart(tx: Transaction, customerId: string, addressId: string, input: AddressInput) {
  const { label: _label, isFirstChoice: _first, ...shipTo } = input
  await tx
    .update(carts)
    .set({ shipTo: sql`${carts.shipTo} || ${JSON.stringify(shipTo)}::jsonb` })
    .where(and(eq(carts.customerId, customerId), sql`${carts.shipTo} ->> 'addressId' = ${addressId}`))
}

async function clearFirstChoice(tx: Transaction, customerId: string, but: string | undefined): Promise<void> {
  await tx
    .update(addresses)
    .set({ isFirstChoice: false })
    .where(
      and(
        eq(addresses.customerId, customerId),
        eq(addresses.isFirstChoice, true),
        but ? ne(addresses.id, but) : undefined,
      ),
    )
}
