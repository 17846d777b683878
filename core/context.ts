import type { Database } from "#db/client.ts"
import type { Role } from "./identity/roles.ts"
import type { Ports } from "./ports/index.ts"
import type { Rates } from "./rates.ts"

/** What every command and query gets as its first argument. Never ambient, never stored. */
export type Context<A extends Actor = Actor> = {
  readonly actor: A
  readonly db: Database
  readonly ports: Ports
  /** The clock. Tests turn it. */
  readonly now: () => Date
  /** Business numbers that are configuration, not code. */
  readonly rates: Rates
}

export type PersonActor<R extends Role = Role> = { readonly role: R; readonly userId: string }
export type SystemActor = { readonly role: "system" }
export type AnonymousActor = { readonly role: "anonymous" }
export type Actor = PersonActor | SystemActor | AnonymousActor

export type CustomerContext = Context<PersonActor<"customer">>
export type SellerContext = Context<PersonActor<"seller">>
export type CourierContext = Context<PersonActor<"deliverer">>
export type AdminContext = Context<PersonActor<"admin">>
export type PersonContext = Context<PersonActor>
export type SystemContext = Context<SystemActor>

/** Whether somebody is signed in, whatever their role. */
export const isPerson = (ctx: Context): ctx is PersonContext => "userId" in ctx.actor
