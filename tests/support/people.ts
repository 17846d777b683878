import { eq } from "drizzle-orm"
import { ROLE_PAGES } from "#core/identity/role-pages.ts"
import type { Role } from "#core/identity/roles.ts"
import { DEFAULT_RATES } from "#core/rates.ts"
import { addRole } from "#core/registration/add-role.server.ts"
import type { Database } from "#db/client.ts"
import { couriers, customers, markets, users } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { passwords } from "#server/auth/passwords.ts"
import type { TestServer } from "./server.ts"
import { PASSWORD } from "./sign-in.ts"

const LOGINS = {
  customer: "/auth/login",
  seller: "/seller/LoginSeller",
  deliverer: "/pushcartexpress/login",
} as const

/** A confirmed person with a password and the given roles. Their profiles have only what the schema requires. */
export async function aPersonWithPassword(
  db: Database,
  roles: Exclude<Role, "admin">[],
  now = () => new Date(),
) {
  const email = `person-${crypto.randomUUID()}@example.test`
  const passwordHash = await passwords.hash(PASSWORD)
  const names = { firstName: "Pat", lastName: "Person" }
  const at = {
    ...names,
    address: "75 9th Ave",
    city: "New York",
    state: "NY",
    zip: "10001",
    phone: "212-555-0134",
  }
  let userId = ""
  for (const role of roles) {
    const input = { role, email, ...names, passwordHash }
    ;({ userId } = await transaction(db, (tx) => addRole({ now, rates: DEFAULT_RATES }, tx, input)))
    await db.update(users).set({ emailVerified: true }).where(eq(users.id, userId))
    if (role === "customer") await db.insert(customers).values({ userId, ...names })
    if (role === "deliverer") await db.insert(couriers).values({ userId, ...at })
    if (role === "seller")
      await db.insert(markets).values({
        userId,
        ...at,
        name: "Pat's Market",
        weekdayHours: "9am-5pm",
        saturdayHours: "9am-5pm",
        sundayHours: "Closed",
        timeZone: "America/New_York",
      })
  }
  return { userId, email, password: PASSWORD }
}

/** Signs in at a running server as `role` and returns the Cookie header. */
export async function signInAt(
  server: Pick<TestServer, "url">,
  person: { email: string; password: string },
  role: keyof typeof LOGINS,
): Promise<string> {
  const answer = await fetch(`${server.url}/api/v1${LOGINS[role]}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: person.email, password: person.password }),
  })
  if (!answer.ok) throw new Error(`Signing in at ${ROLE_PAGES[role].signIn} answers ${answer.status}`)
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(";")[0] ?? "")
  return cookies.filter((pair) => !pair.endsWith("=")).join("; ")
}
