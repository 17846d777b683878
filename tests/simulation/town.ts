import type { Context, PersonActor } from "#core/context.ts"
import { DomainError } from "#core/errors.ts"
import type { Role } from "#core/identity/roles.ts"
import { CLIENT_ADDRESS_HEADER } from "#server/http/client-address.ts"
import type { Dice } from "./dice.ts"
import { ADMINS, PASSWORD_OF_ADMINS, type Site } from "./site/site.ts"
import { Violation } from "./violation.ts"

/** A person in one role. Somebody with several roles is several of these with one email. */
export type Person = {
  /** The name in the journal. */
  readonly name: string
  readonly role: Role
  readonly email: string
  /** Unique words. If one of them is found after the account was deleted, the deletion was incomplete. */
  readonly marks: { readonly lastName: string; readonly street: string }
  password: string
  cookies: Map<string, string>
  userId: string | null
  isGone: boolean
}

/** The result of a request or a command. `text` is for the journal: a status or a domain error code. */
export type Outcome = { readonly isDone: boolean; readonly text: string; readonly body: unknown }

/** Does something and returns a line for the journal, or null when it was not possible. */
export type Action = {
  readonly name: string
  readonly weight: number
  run(town: Town, dice: Dice): Promise<string | null>
  /** Never runs concurrently, because it depends on state that other actions change. */
  readonly alone?: boolean
}

const ROUTES_OF_ENTRY: Record<Role, string> = {
  customer: "/auth/login",
  seller: "/seller/LoginSeller",
  deliverer: "/pushcartexpress/login",
  admin: "/admin/loginAdmin",
}

/** All people of the simulation, and what the simulation knows about them. */
export class Town {
  readonly people: Person[] = []
  /** Units that sellers have put on sale so far, by product name and size. */
  readonly listed = new Map<string, number>()
  /** A seller's stock change in progress. If its process dies, the stock may have changed anyway. */
  counting: {
    readonly key: string
    readonly product: string
    readonly size: string
    readonly before: number
  } | null = null

  constructor(
    readonly site: Site,
    readonly isConcurrent: boolean,
  ) {
    for (const email of ADMINS) this.add("admin", email, PASSWORD_OF_ADMINS)
  }

  add(role: Role, email?: string, password = "Pushcart#2026"): Person {
    const number = this.people.filter((person) => person.role === role).length + 1
    const person: Person = {
      name: `${role} ${number}`,
      role,
      email: email ?? `${role}-${number}@people.test`,
      password,
      marks: { lastName: `Mc${role.slice(0, 3)}${emailsOf(number)}sen`, street: `${role} ${number} lane` },
      cookies: new Map(),
      userId: null,
      isGone: false,
    }
    this.people.push(person)
    return person
  }

  /** Returns the people of a role who have an account. */
  of(role: Role): Person[] {
    return this.people.filter((person) => person.role === role && !person.isGone && person.userId !== null)
  }

  /** Returns a signed-in person of a role, or null when there is none. */
  someone<R extends Role>(role: R, dice: Dice): (Person & { role: R }) | null {
    const found = this.of(role).filter(({ cookies }) => cookies.size > 0)
    return dice.pickIfAny(found as (Person & { role: R })[])
  }

  /** Calls the API as this person's browser does, or signed out when the person is null. */
  async request(
    person: Person | null,
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Outcome> {
    const cookie = [...(person?.cookies ?? [])].map(([name, value]) => `${name}=${value}`).join("; ")
    const answer = await this.site.call(method, path, body, {
      ...(cookie ? { cookie } : {}),
      [CLIENT_ADDRESS_HEADER]: addressOf(person),
      ...headers,
    })
    if (person) keepCookies(person, answer.headers.getSetCookie())
    const told = (await answer.json()) as { code?: string; detail?: string } | null
    // A person whose session has ended signs in again.
    if (answer.status === 401) person?.cookies.clear()
    if (answer.status === 500) throw new Violation(`${method} ${path} answered 500: ${JSON.stringify(told)}`)
    const text = answer.ok ? `${answer.status}` : `${answer.status} ${told?.code ?? ""}`
    return { isDone: answer.ok, text, body: told }
  }

  /** Reads from the database whose account is gone: deleted on request, or because it was never confirmed. */
  async noticeDeletions(): Promise<void> {
    const rows = await this.site.rows<{ id: string; is_deleted: boolean }>(
      "select id, deleted_at is not null as is_deleted from users",
    )
    const known = new Map(rows.map((row) => [row.id, row.is_deleted]))
    for (const person of this.people) {
      if (person.userId === null || person.isGone) continue
      if (known.get(person.userId)) person.isGone = true
      if (!known.has(person.userId)) person.userId = null
      if (person.isGone || person.userId === null) person.cookies.clear()
    }
  }

  /** A process that died during a registration or a stock change may have committed it anyway. */
  async learnAfterDeath(): Promise<void> {
    await this.noticeDeletions()
    const rows = await this.site.rows<{ id: string; email: string; role: Role }>(
      "select u.id, u.email, m.role from users u join memberships m on m.user_id = u.id",
    )
    for (const person of this.people)
      person.userId ??=
        rows.find(({ email, role }) => email === person.email && role === person.role)?.id ?? null
    await this.#learnCount()
  }

  async #learnCount(): Promise<void> {
    if (!this.counting) return
    const { key, product, size, before } = this.counting
    this.counting = null
    const [row] = await this.site.rows<{ stock: number }>(
      "select stock from variants where product_id = $1 and size = $2",
      [product, size],
    )
    this.noteListed(key, (row?.stock ?? before) - before)
  }

  noteListed(key: string, more: number): void {
    this.listed.set(key, (this.listed.get(key) ?? 0) + more)
  }

  signIn(person: Person, password = person.password): Promise<Outcome> {
    return this.request(person, "POST", ROUTES_OF_ENTRY[person.role], { email: person.email, password })
  }

  /** Runs a command that has no API call, as this person. */
  async command<R extends Role>(
    person: Person & { role: R },
    work: (ctx: Context<PersonActor<R>>) => Promise<unknown>,
  ): Promise<Outcome> {
    const actor = (await this.#actorOf(person)) as PersonActor<R>
    try {
      return { isDone: true, text: "done", body: await work(this.site.contextFor(actor)) }
    } catch (error) {
      if (error instanceof DomainError) return { isDone: false, text: error.code, body: null }
      throw error
    }
  }

  async #actorOf({ role, userId }: Person): Promise<PersonActor> {
    if (role !== "seller") return { role, userId: userId ?? "" }
    const rows = await this.site.rows<{ id: string }>("select id from markets where user_id = $1", [userId])
    return { role, userId: userId ?? "", marketId: rows[0]?.id ?? "" }
  }

  /**
   * Whether somebody now tries to use somebody else's data. Never concurrently, because the owner could change in the
   * meantime.
   */
  triesForeign(dice: Dice, likely = 0.1): boolean {
    return !this.isConcurrent && dice.chance(likely)
  }

  /** Throws when a request for somebody else's data was allowed. */
  rejected(outcome: Outcome, what: string): string {
    if (outcome.isDone) throw new Violation(`${what} was allowed, though it is somebody else's.`)
    return `${what}, not theirs: ${outcome.text}`
  }
}

/** 1 → a, 27 → aa, because names contain no digits. */
function emailsOf(number: number): string {
  const rest = Math.floor((number - 1) / 26)
  return `${rest > 0 ? emailsOf(rest) : ""}${String.fromCharCode(97 + ((number - 1) % 26))}`
}

/** Gives each person their own IP address, so that rate limits by address never affect several people. */
function addressOf(person: Person | null): string {
  if (!person) return "203.0.113.250"
  const hash = Number(Bun.hash(person.name) % 65_000n)
  return `10.${person.role.length}.${hash >> 8}.${hash & 255}`
}

function keepCookies(person: Person, sent: readonly string[]): void {
  for (const line of sent) {
    const [pair = ""] = line.split(";")
    const at = pair.indexOf("=")
    const [name, value] = [pair.slice(0, at), pair.slice(at + 1)]
    if (value === "" || /max-age=0\b/i.test(line)) person.cookies.delete(name)
    else person.cookies.set(name, value)
  }
}
