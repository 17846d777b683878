import { beforeAll, expect, it } from "vitest"
import { BROKEN_WORDS } from "#app/error-words.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { useServer } from "#tests/support/server.ts"
import { sessionCookies } from "#tests/support/sessions.ts"

const server = useServer()

/** Fails as PostgreSQL does on a full disk: for rows that need a new page, and for every temporary file. */
async function fillDisk() {
  const { pool } = server.database
  await pool.query(`
    create or replace function no_space() returns trigger language plpgsql as
      $$ begin raise 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$;
    create trigger full_disk before insert or update on cart_lines execute function no_space();`)
  await limitTemporaryFiles("64kB")
}

async function freeDisk() {
  await server.database.pool.query("drop trigger full_disk on cart_lines")
  await limitTemporaryFiles("-1")
}

/** Applies to new sessions; the open ones are ended. */
async function limitTemporaryFiles(most: string) {
  const { pool } = server.database
  await pool.query(
    `do $$ begin execute format('alter database %I set temp_file_limit = ''${most}''', current_database()); end $$`,
  )
  await pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'pushcart-all'",
  )
}

let customer: { cookie: string; productId: string }
beforeAll(async () => {
  const { db } = server.database
  const market = await aMarket(db)
  const product = await aProduct(db, market, { stock: 20 })
  const cookies = await sessionCookies(server, (await aCustomer(db)).actor)
  customer = {
    cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; "),
    productId: product.id,
  }
})

const ask = (path: string, init: RequestInit = {}) =>
  fetch(server.url + path, {
    redirect: "manual",
    ...init,
    headers: { cookie: customer.cookie, origin: server.url, ...(init.headers as Record<string, string>) },
  })

const addOnPage = () => {
  const body = new URLSearchParams({ productId: customer.productId, quantity: "1" })
  return ask(`/view-product?product=${customer.productId}`, { method: "POST", body })
}
const addByCall = () =>
  ask("/api/v1/transaction/createtransaction", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ pid: customer.productId, quantity: 1, size: null }),
  })

it("tells alarms and buyers of a full disk, shows what only reads, and goes on once there is room", {
  tags: ["OPS-23"],
}, async () => {
  await fillDisk()
  const readiness = async () => {
    const ready = await ask("/api/v1/ready")
    return [ready.status, await ready.json()]
  }
  // A request whose connection was just closed also sees the database failing.
  await expect.poll(readiness).toMatchObject([503, { status: "not ready", failing: ["disk"] }])
  expect((await ask("/api/v1/health")).status).toBe(200)

  const page = await addOnPage()
  expect([page.status, page.headers.get("retry-after")]).toEqual([503, "5"])
  expect(await page.text()).toContain(BROKEN_WORDS.text)
  const call = await addByCall()
  expect([call.status, call.headers.get("retry-after")]).toEqual([503, "5"])
  expect(await call.json()).toMatchObject({ code: "unavailable" })
  for (const path of ["/home", `/view-product?product=${customer.productId}`, "/shopping-cart"])
    expect([path, (await ask(path)).status]).toEqual([path, 200])

  await freeDisk()
  // The queues' own connections, which this test closed, reconnect by themselves; the disk is checked every 3 seconds.
  await expect.poll(async () => (await ask("/api/v1/ready")).status, { timeout: 10_000 }).toBe(200)
  expect((await addOnPage()).status).toBe(302)
  expect((await addByCall()).status).toBe(201)
})
