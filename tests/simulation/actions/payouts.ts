import type { Dice } from "#tests/simulation/dice.ts"
import { SECRET_KEY } from "#tests/simulation/site/keys.ts"
import type { Outcome, Person, Town } from "#tests/simulation/town.ts"

/**
 * Creates the tokens of a person and a bank account at the provider, as a browser does. Only the tokens are sent to us.
 */
async function tokens(town: Town, { email, marks }: Person, dice: Dice) {
  const make = async (fields: Record<string, string>) => {
    const answer = await town.site.bank.plain("http://stripe.test/v1/tokens", {
      method: "POST",
      headers: { authorization: `Bearer ${SECRET_KEY}`, "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams(fields).toString(),
    })
    return ((await answer.json()) as { id: string }).id
  }
  const of = "account[individual]"
  return {
    accountToken: await make({
      "account[business_type]": "individual",
      "account[tos_shown_and_accepted]": "true",
      [`${of}[first_name]`]: "Sam",
      [`${of}[last_name]`]: marks.lastName,
      [`${of}[email]`]: email,
      [`${of}[phone]`]: "+12125550134",
      [`${of}[id_number]`]: dice.chance(0.05) ? "111111111" : "000000000",
      [`${of}[dob][day]`]: "2",
      [`${of}[dob][month]`]: "1",
      [`${of}[dob][year]`]: "1990",
      [`${of}[address][line1]`]: "75 9th Ave",
      [`${of}[address][city]`]: "New York",
      [`${of}[address][state]`]: "NY",
      [`${of}[address][postal_code]`]: "10011",
      [`${of}[address][country]`]: "US",
    }),
    bankToken: await make({
      "bank_account[country]": "US",
      "bank_account[currency]": "usd",
      "bank_account[account_holder_name]": "Sam",
      "bank_account[account_holder_type]": "individual",
      "bank_account[routing_number]": "110000000",
      "bank_account[account_number]": dice.chance(0.1) ? "000111111113" : "000123456789",
    }),
  }
}

export async function connect(town: Town, person: Person, dice: Dice, path: string): Promise<Outcome> {
  const form = new FormData()
  const fields = {
    ...(await tokens(town, person, dice)),
    Schedule: dice.pick(["weekly", "monthly"]),
    Url: "",
    ProductDescription: "Fruit of the season",
  }
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return town.request(person, "POST", path, form)
}

export const payOut = (town: Town, person: Person, dice: Dice, path: string): Promise<Outcome> =>
  town.request(
    person,
    "POST",
    path,
    {},
    dice.chance(0.5) ? { "idempotency-key": `out-${dice.between(1, 3)}` } : {},
  )
