import type { Database } from "#db/client.ts"
import type { Role } from "./identity/roles.ts"
import type { Ports } from "./ports/index.ts"
import type { Rates } from "./rates.ts"

/** The first argument of every command and query. Always passed explicitly, never stored. */
export type Context<A extends Actor = Actor> = {
  readonly actor: A
  readonly db: Database
  readonly ports: Ports
  /** The clock. Tests set it. */
  readonly now: () => Date
  /** Business numbers that are configuration, not code. */
  readonly rates: Rates
}

/** A person in one of their roles, as sessions, emails and notifications refer to them. */
export type PersonInRole<R extends Role = Role> = { readonly role: R; readonly userId: string }
/** A seller acts for a market. `marketId` selects the market's rows, `userId` the person's own. */
export type SellerActor = PersonInRole<"seller"> & { readonly marketId: string }
type PersonActors = { [R in Role]: R extends "seller" ? SellerActor : PersonInRole<R> }
export type PersonActor<R extends Role = Role> = PersonActors[R]
export type SystemActor = { readonly role: "system" }
export type AnonymousActor = { readonly role: "anonymous" }
export type Actor = PersonActor | SystemActor | AnonymousActor

export type CustomerContext = Context<PersonActor<"customer">>
export type SellerContext = Context<SellerActor>
export type CourierContext = Context<PersonActor<"deliverer">>
export type AdminContext = Context<PersonActor<"admin">>
export type PersonContext = Context<PersonActor>
export type SystemContext = Context<SystemActor>

/**
 * What changes to a person's account need. Also available for a person who opened an emailed link without signing in.
 */
export type AccountContext = Pick<Context, "db" | "now"> & { readonly actor: PersonInRole }

/** Whether a person is signed in, whatever their role. */
export const isPerson = (ctx: Context): ctx is PersonContext => "userId" in ctx.actor

/** Whether a signed-in person acts as a seller, for their market. */
export const isSeller = (ctx: PersonContext): ctx is SellerContext => ctx.actor.role === "seller"
