import { applyAgain } from "#core/approvals/apply-again.server.ts"
import type { Role } from "#core/identity/roles.ts"
import { anImageFile, NOT_AN_IMAGE } from "#tests/simulation/site/image-store.ts"
import type { Dice } from "../dice.ts"
import type { Action, Person, Town } from "../town.ts"
import { PLACES } from "./places.ts"

type Applicant = Exclude<Role, "admin">
const APPLICANTS = ["customer", "customer", "customer", "seller", "deliverer"] as const
const MOST_PEOPLE = 80

const REGISTER = {
  customer: "/auth/register",
  seller: "/seller/RegisterSeller",
  deliverer: "/pushcartexpress/createpushcartexpress",
} as const
const CONFIRMED = { customer: "Customer", seller: "Seller", deliverer: "Deliverer" } as const
const LOGOUTS = {
  customer: "/auth/logout",
  seller: "/seller/LogoutSeller",
  deliverer: "/pushcartexpress/logout",
  admin: "/admin/logoutAdmin",
} as const

/** Registers a person with the fields of their role's own form. */
export async function register(town: Town, person: Person, dice: Dice, image = anImageFile(person.name)) {
  const { email, password, marks } = person
  const place = dice.pick(PLACES)
  const common = {
    Email: email,
    Password: password,
    FirstName: "Sam",
    LastName: marks.lastName,
    Phone: "212-555-0134",
    Address: marks.street,
    City: place.city,
    State: place.state,
    Zip: place.zip,
  }
  const bodies = {
    customer: { firstname: "Ada", lastname: marks.lastName, email, password },
    seller: formOf({
      ...common,
      MarketName: `Stall of ${person.name}`,
      Weekdays: "8am-7pm",
      Satuday: "9am-5pm",
      Sunday: "Closed",
      id: image,
      pictureOfMarket: anImageFile(`${person.name}'s stall`),
      certificate: anImageFile(`${person.name}'s paper`),
    }),
    deliverer: formOf({ ...common, AddressOne: "", MarketName: "", id: image }),
  }
  const role = person.role as Applicant
  const outcome = await town.request(person, "POST", REGISTER[role], bodies[role])
  await learnId(town, person)
  return outcome
}

export async function learnId(town: Town, person: Person): Promise<void> {
  const [row] = await town.site.rows<{ id: string }>(
    `select u.id from users u join memberships m on m.user_id = u.id and m.role = $2 where u.email = $1`,
    [person.email, person.role],
  )
  person.userId = row?.id ?? null
}

export async function confirm(town: Town, person: Person) {
  const link = town.site.post.linkTo(person.email, "/email-confirmed")
  if (!link) return null
  const path = `/email/emailConfirmed${CONFIRMED[person.role as Applicant]}`
  return town.request(person, "GET", `${path}/${link.searchParams.get("id")}`)
}

function formOf(fields: Record<string, string | File>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

const anyone = (town: Town, dice: Dice, who: (person: Person) => boolean): Person | null => {
  const found = town.people.filter(who)
  return dice.pickIfAny(found)
}

const hasAccount = (person: Person) => person.userId !== null && !person.isGone
const isApplicant = (person: Person) => person.role !== "admin"

export const ACCOUNT_ACTIONS: Action[] = [
  {
    name: "registers",
    weight: 3,
    async run(town, dice) {
      if (town.people.length >= MOST_PEOPLE) return null
      const person = town.add(dice.pick(APPLICANTS))
      const outcome = await register(town, person, dice)
      return `${person.name}: ${outcome.text}`
    },
  },
  {
    name: "takes another role",
    weight: 1,
    async run(town, dice) {
      const known = anyone(town, dice, (person) => isApplicant(person) && hasAccount(person))
      const role = dice.pick(APPLICANTS)
      if (!known || town.people.some(({ email, role: theirs }) => email === known.email && theirs === role))
        return null
      const person = town.add(role, known.email, dice.chance(0.7) ? known.password : "Somebody#Else1")
      const outcome = await register(town, person, dice)
      return `${known.name} as ${person.name}: ${outcome.text}`
    },
  },
  {
    name: "registers with what is no picture",
    weight: 0.3,
    async run(town, dice) {
      if (town.people.length >= MOST_PEOPLE) return null
      const person = town.add(dice.pick(["seller", "deliverer"] as const))
      const outcome = await register(town, person, dice, NOT_AN_IMAGE)
      return `${person.name}: ${outcome.text}`
    },
  },
  {
    name: "registers again under an email that is known",
    weight: 0.5,
    async run(town, dice) {
      const person = anyone(town, dice, (one) => isApplicant(one) && hasAccount(one))
      if (!person) return null
      return `${person.name}: ${(await register(town, person, dice)).text}`
    },
  },
  {
    name: "confirms an email",
    weight: 4,
    async run(town, dice) {
      const person = anyone(
        town,
        dice,
        (one) => isApplicant(one) && hasAccount(one) && one.cookies.size === 0,
      )
      const outcome = person && (await confirm(town, person))
      return outcome ? `${person.name}: ${outcome.text}` : null
    },
  },
  {
    name: "signs in",
    weight: 10,
    async run(town, dice) {
      const person = anyone(town, dice, (one) => hasAccount(one) && one.cookies.size === 0)
      if (!person) return null
      const outcome = await town.signIn(person, dice.chance(0.05) ? "Wrong#Password1" : person.password)
      return `${person.name}: ${outcome.text}`
    },
  },
  {
    name: "signs out",
    weight: 0.7,
    async run(town, dice) {
      const person = anyone(town, dice, (one) => one.cookies.size > 0)
      if (!person) return null
      const outcome = await town.request(person, "POST", LOGOUTS[person.role])
      return `${person.name}: ${outcome.text}`
    },
  },
  {
    name: "finds the session ended",
    weight: 3,
    async run(town, dice) {
      // A person whom the site no longer recognizes signs in again in the next step.
      const person = anyone(town, dice, (one) => one.cookies.size > 0)
      if (!person) return null
      const outcome = await town.request(person, "GET", "/badges")
      if (!outcome.isDone) person.cookies.clear()
      return `${person.name}: ${outcome.text}`
    },
  },
  {
    name: "asks for a new password",
    weight: 0.5,
    async run(town, dice) {
      const person = anyone(town, dice, (one) => one.role === "customer" || one.role === "seller")
      if (!person) return null
      const path = person.role === "customer" ? "forgotPasswordCustomer" : "forgotPasswordSeller"
      const outcome = await town.request(person, "GET", `/email/${path}/${encodeURIComponent(person.email)}`)
      return `${person.name}: ${outcome.text}`
    },
  },
  {
    name: "sets a new password",
    weight: 0.5,
    async run(town, dice) {
      const person = anyone(town, dice, (one) => one.role === "customer" || one.role === "seller")
      const link = person && town.site.post.linkTo(person.email, "/newpassword")
      if (!link) return null
      const password = `Pushcart#${dice.between(1000, 9999)}`
      const body = { password, token: link.searchParams.get("id") }
      const path = person.role === "customer" ? "/auth/updatePassword" : "/seller/updatePassword"
      const outcome = await town.request(person, "PUT", path, body)
      if (outcome.isDone) sameAccount(town, person, (one) => Object.assign(one, { password }).cookies.clear())
      return `${person.name}: ${outcome.text}`
    },
  },
  {
    name: "applies again",
    weight: 1,
    async run(town, dice) {
      const person = anyone(town, dice, (one) => one.role === "seller" || one.role === "deliverer")
      if (!person?.userId) return null
      const field = person.role === "seller" ? "certificate" : "id"
      const bytes = new Uint8Array(await anImageFile(`${person.name}, again`).arrayBuffer())
      const outcome = await town.command(person as Person & { role: "seller" | "deliverer" }, (ctx) =>
        applyAgain(ctx as Parameters<typeof applyAgain>[0], { [field]: bytes }),
      )
      return `${person.name}: ${outcome.text}`
    },
  },
  {
    name: "asks for what is known of them",
    weight: 0.3,
    async run(town, dice) {
      const person = anyone(town, dice, (one) => isApplicant(one) && one.cookies.size > 0)
      if (!person) return null
      const outcome = await town.request(person, "POST", "/account/export", { password: person.password })
      return `${person.name}: ${outcome.text}`
    },
  },
  {
    name: "deletes the account",
    weight: 0.4,
    async run(town, dice) {
      const person = anyone(town, dice, (one) => isApplicant(one) && one.cookies.size > 0)
      if (!person) return null
      const outcome = await town.request(person, "POST", "/account/delete", { password: person.password })
      await town.noticeDeletions()
      return `${person.name}: ${outcome.text}`
    },
  },
]

function sameAccount(town: Town, { email }: Person, change: (person: Person) => void): void {
  for (const person of town.people.filter((one) => one.email === email)) change(person)
}
