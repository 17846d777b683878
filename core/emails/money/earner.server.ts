import type { PersonInRole, SystemContext } from "#core/context.ts"
import { toPerson } from "../person-facts.server.ts"

/** The recipient of an email about money: a seller or a courier, since nobody else is paid out. */
export async function toEarner(ctx: SystemContext, { userId, role }: PersonInRole) {
  if (role !== "seller" && role !== "deliverer") return null
  return toPerson<"seller" | "deliverer">(ctx, { userId, role })
}
