// Creates the stored installation of stopped-midway.test.ts. Run `bun tests/baseline/stopped-midway/make.ts` in a
// checkout of the commit to store, after `npm test` has made the build there once. It starts an installation, lets
// people begin all kinds of actions, kills everything and stores the result: database.sql.gz (schema and rows without
// the ZIP table), files.tar.gz (the data folder) and stopped.json (ids and session cookies). Do not update the stored
// files when the product changes: they represent installations that already exist.
import { execFileSync } from "node:child_process"
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import pg from "pg"
import { freePort } from "#server/cli/ports.ts"
import { dumpDatabase, recordSchema } from "./dump.ts"
import { blackHole, type Installation, start, startPostgres } from "./installation.ts"
import { packFiles } from "./pack-files.ts"
import { leaveForDispatch, leaveForJobs } from "./unfinished.ts"
import { until, type Visitor, visitor } from "./visitor.ts"
import * as world from "./world.ts"

const BUYERS = ["ada", "bea", "cal", "dan", "eve", "fay", "gus", "hal", "ivy", "joy"] as const
const HERE = import.meta.dirname

type People = world.People
type Things = world.Things
type Orders = world.Orders

const databaseName = `stopped_midway_${process.pid}`
const dataDir = mkdtempSync(join(tmpdir(), "pushcart-stopped-"))
chmodSync(dataDir, 0o711)

const adminUrl = await startPostgres()
const databaseUrl = adminUrl.replace(/\/postgres$/, `/${databaseName}`)
await query(adminUrl, `create database ${databaseName}`)
const database = new pg.Client({ connectionString: databaseUrl })
await database.connect()
await recordSchema(database)

const at = { databaseUrl, dataDir, port: await freePort() }
const orders: Orders = {}

console.log("Everything up: people join, products are listed, orders are paid and some are fulfilled")
const whole = await start(at)
const people = await settle(whole)
const things = await listProducts(people)
await placeOrders(whole, people, things, orders)
await calm()
await whole.stop()

console.log("No workers, no webhooks: what happens now waits in the outbox")
const nobodyThere = `http://127.0.0.1:${await freePort()}`
const webOnly = { PROCESS: "web", PARTY_HOST: nobodyThere }
const web = await start({ ...at, env: webOnly })
await control(web, "config", { webhooks: { paused: true, double: 1 } })
await leaveForJobs(web, people, things, orders)
await web.crash()

console.log(
  "Workers that reach neither the mail server nor the card provider: events become jobs that cannot end",
)
await workWithoutProviders()

console.log("Without workers again, up to the stop")
const last = await start({ ...at, env: webOnly })
const facts = await leaveForDispatch(last, database, { people, things, orders })
await last.crash()

const stoppedAt = new Date()
await dumpDatabase(database, join(HERE, "database.sql.gz"))
packFiles(dataDir, join(HERE, "files.tar.gz"), facts)
const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { cwd: HERE, encoding: "utf8" }).trim()
const cookies = Object.fromEntries(Object.entries(people).map(([name, { cookies }]) => [name, cookies]))
const stopped = { commit, stoppedAt: stoppedAt.toISOString(), ...facts, orders, things, cookies }
writeFileSync(join(HERE, "stopped.json"), `${JSON.stringify(stopped, null, 2)}\n`)
await database.end()
rmSync(dataDir, { recursive: true, force: true })
process.exit(0)

async function settle(installation: Installation): Promise<People> {
  const people: People = {}
  for (const name of BUYERS) people[name] = await world.aCustomer(installation, name)
  const admin = await anAdmin(installation)
  people.admin = admin
  people.anna = await world.aSeller(installation, admin, "anna", "Chelsea Stall")
  people.ben = await world.aSeller(installation, admin, "ben", "Union Greens")
  people.mo = await world.aSeller(installation, admin, "mo", "Hill Market")
  people.carl = await world.aCourier(installation, admin, "carl")
  people.dora = await world.aCourier(installation, admin, "dora")
  people.nia = await world.anApplicant(installation, "nia", "Corner of Nia")
  return people
}

/** Creates an admin by SQL, with the password of the first customer. */
async function anAdmin({ url }: Installation): Promise<Visitor> {
  await database.query(`
    with admin as (
      insert into users (name, email, email_verified) values ('Ines Admin', 'admin@example.test', true) returning id
    ), member as (
      insert into memberships (user_id, role) select id, 'admin' from admin
    )
    insert into credentials (user_id, account_id, provider_id, password)
    select admin.id, admin.id, 'credential', password from admin, credentials
    join users on users.id = credentials.user_id where users.email = 'ada@example.test'`)
  const admin = visitor(url)
  await admin.api("POST", "/admin/loginAdmin", { email: "admin@example.test", password: world.PASSWORD })
  return admin
}

async function listProducts({ anna, ben }: People): Promise<Things> {
  const [stall, greens] = [anna!, ben!]
  const apples = { category: "Fruits", section: "Apples", name: "Gala apples", dollars: 3.5, quantity: 50 }
  const cheese = { category: "Dairy", section: "Cheese", name: "Cheddar", dollars: 6, quantity: 20 }
  const carrots = { category: "Vegetables", section: "Carrots", name: "Carrots", dollars: 2, quantity: 40 }
  const cherries = { category: "Fruits", section: "Cherries", name: "Cherries", dollars: 9, quantity: 3 }
  return {
    apples: await world.aProduct(stall, { ...apples, color: "red" }),
    cheese: await world.aProduct(stall, { ...cheese, color: "gold" }),
    carrots: await world.aProduct(greens, { ...carrots, color: "orange" }),
    cherries: await world.aProduct(greens, { ...cherries, color: "darkred" }),
  }
}

async function placeOrders(
  installation: Installation,
  who: People,
  { apples, cheese, carrots }: Things,
  made: Orders,
) {
  const { gus, hal, ivy, anna, ben } = who as Record<"gus" | "hal" | "ivy" | "anna" | "ben", Visitor>
  for (const name of ["refundAsJob", "refundAsEvent"]) made[name] = await world.buy(installation, gus, cheese)
  for (const name of ["paidOut", "transferAsJob", "transferAsEvent", "pending"])
    made[name] = await world.buy(installation, ivy, apples)
  for (const name of ["waiting", "taken", "pickedUp"]) {
    const id = await world.buy(installation, hal, carrots, "Delivery")
    await ben.api("PUT", "/shipping/hasShipper", { hasDeliverer: false, id })
    made[name] = id
  }
  await anna.api("PUT", "/order/seller/updateOrder", { id: made.paidOut, status: "picked up" })
  await until("the market's money", async () => {
    type Money = { sellerInformation: { availableamount: number } }
    const { sellerInformation } = await anna.api<Money>("GET", "/seller/getSellerInformation")
    return sellerInformation.availableamount > 0
  })
}

async function calm(): Promise<void> {
  const open = `select
  (select count(*)::int from outbox where queued_at is null or published_at is null)
  + (select count(*)::int from bullmq.job where queue <> 'sweeps' and state not in ('completed', 'failed')) as open`
  await until("everything to be done", async () => (await database.query(open)).rows[0].open === 0)
}

/**
 * The mail server rejects one email and then hangs, so that one job is delayed, five are active and the others wait.
 */
async function workWithoutProviders(): Promise<void> {
  const mail = await blackHole(1)
  const provider = await blackHole()
  const env = {
    PROCESS: "worker",
    PARTY_HOST: nobodyThere,
    SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    STRIPE_API_URL: `http://127.0.0.1:${provider.port}`,
    STRIPE_SECRET_KEY: "sk_test_nobody",
    STRIPE_PUBLISHABLE_KEY: "pk_test_nobody",
    STRIPE_WEBHOOK_SECRET: "whsec_nobody",
  }
  const workers = await start({ ...at, env })
  const states = `select coalesce(json_object_agg(state, jobs), '{}') as jobs from (
    select state, count(*)::int jobs from bullmq.job where queue <> 'sweeps' group by state) states`
  await until("jobs that wait, hang and are put off", async () => {
    const { rows } = await database.query(states)
    const { rows: left } = await database.query("select 1 from outbox where queued_at is null")
    const { waiting = 0, active = 0, delayed = 0 } = rows[0].jobs
    return left.length === 0 && waiting > 0 && active >= 8 && delayed > 0
  })
  await workers.crash()
  mail.close()
  provider.close()
}

async function control({ sandbox }: Installation, name: string, body: object): Promise<void> {
  const response = await fetch(`${sandbox.url}/_sandbox/${name}`, {
    method: "POST",
    headers: { authorization: `Bearer ${sandbox.secretKey}` },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`The sandbox's ${name} returned ${response.status}`)
}

async function query(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}
