import { confirm, register } from "./actions/accounts.ts"
import { runJob } from "./actions/background.ts"
import { connect } from "./actions/payouts.ts"
import { SELLER_ACTIONS } from "./actions/sellers.ts"
import type { Dice } from "./dice.ts"
import type { Outcome, Person, Town } from "./town.ts"

const CAST = { seller: 4, deliverer: 4, customer: 8 } as const
const PRODUCTS = 14

/** Sets up the town before the first step: registered people, markets that can sell, approved couriers. */
export async function open(town: Town, dice: Dice): Promise<void> {
  for (const admin of town.people) {
    await signedIn(town, admin)
    admin.userId = await idOf(town, admin)
  }
  for (const [role, count] of Object.entries(CAST))
    for (let number = 0; number < count; number += 1) {
      const person = town.add(role as keyof typeof CAST)
      must(person, await register(town, person, dice))
      await handOver(town)
      must(person, await confirm(town, person))
      await signedIn(town, person)
    }
  const [admin] = town.of("admin")
  for (const seller of town.of("seller")) {
    must(seller, await town.request(admin ?? null, "PUT", `/admin/approveSeller/${seller.userId}`, {}))
    must(seller, await connect(town, seller, calm(dice), "/seller/ConnectAccount"))
    const card = {
      token: "tok_visa",
      address: "75 9th Ave",
      addressone: "",
      city: "New York",
      state: "NY",
      zip: "10011",
    }
    must(seller, await town.request(seller, "POST", "/seller/createSubscription", card))
  }
  for (const courier of town.of("deliverer")) {
    must(courier, await town.request(admin ?? null, "PUT", `/admin/approveDeliverer/${courier.userId}`, {}))
    must(courier, await connect(town, courier, calm(dice), "/pushcartexpress/connectedAccount"))
  }
  await handOver(town)
  const list = SELLER_ACTIONS.find(({ name }) => name === "lists a product")
  for (let number = 0; number < PRODUCTS; number += 1) await list?.run(town, dice)
}

async function signedIn(town: Town, person: Person): Promise<void> {
  must(person, await town.signIn(person))
}

async function idOf(town: Town, { email }: Person): Promise<string | null> {
  const [row] = await town.site.rows<{ id: string }>("select id from users where email = $1", [email])
  return row?.id ?? null
}

/** Runs everything that waits at this moment. */
export async function handOver(town: Town): Promise<void> {
  while (await town.site.queueEvents());
  for (let ids = [...town.site.jobs.waiting.keys()]; ids.length > 0; ids = [...town.site.jobs.waiting.keys()])
    for (const id of ids) await runJob(town, id)
}

/** Dice without random failures. */
const calm = (dice: Dice): Dice => ({ ...dice, chance: () => false })

function must(person: Person, outcome: Outcome | null): void {
  if (!outcome?.isDone) throw new Error(`${person.name} did not get in: ${outcome?.text ?? "no email"}`)
}
