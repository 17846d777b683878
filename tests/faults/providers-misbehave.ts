import { aPhoto } from "#tests/support/images.ts"
import { hasRedis } from "#tests/support/private-redis.ts"
import { closeBooks } from "./world/books.ts"
import { type Cluster, openCluster } from "./world/cluster.ts"
import { type Gate, httpGate, MOODS, type Mood, tcpGate } from "./world/gate.ts"
import { openPostOffice } from "./world/post-office.ts"
import { until } from "./world/program.ts"
import {
  ask,
  type Begun,
  buy,
  comeBack,
  confirmCard,
  type Failure,
  Rejected,
  textOf,
  toHostedPage,
  toTheCard,
} from "./world/shopping.ts"
import { type Buyer, settleTown, type Thing, type Town } from "./world/town.ts"
import { expectBalanced, type Notes, newVerdict, type Verdict } from "./world/verdict.ts"

const CARD_SERVICE =
  "The card payment service isn't responding right now. Nothing was charged. Please try again in a minute."
const PAID_PERHAPS = "/customer-orders"
const RECOVERS_MS = 90_000

interface Providers {
  stripe: Gate
  mail: Gate
  images: Gate
  directions: Gate
  geocoder: Gate
  rooms: Gate
}

/**
 * Stripe, mail, images, geocoder, directions and rooms misbehave at the same time, in each of their ways. Markets,
 * products and past orders are shown as usual, nobody is charged for an order that we do not record, and everything
 * recovers without help.
 */
export async function providersMisbehave({ quick = false } = {}): Promise<Verdict> {
  const notes = newVerdict()
  const office = await openPostOffice()
  const gates = await openGates()
  const cluster = await openCluster({
    web: 1,
    workers: 1,
    parties: 1,
    redis: hasRedis,
    env: settingsFor(gates),
  })
  try {
    gates.stripe.target = cluster.sandbox.url
    gates.rooms.target = cluster.parties[0]?.url ?? ""
    gates.mail.target = office.url
    const town = await settleTown(cluster, { markets: 2, buyers: 4 })
    for (const buyer of town.buyers) await buy(cluster, buyer, town.things[0] as Thing)
    const moods = quick ? (["mixed"] as const) : ([...MOODS, "mixed"] as const)
    for (const mood of moods) {
      const [third] = town.buyers as [Buyer]
      const begun = await toTheCard(cluster, third, town.things[1] as Thing)
      setMoods(gates, mood)
      const began = performance.now()
      await lookAround(cluster, town, mood, notes)
      await tryToPay(cluster, town, mood, notes)
      await payBlind(cluster, third, begun, mood, notes)
      notes.note({
        [`looked around and tried to pay, ${mood}`]: `${((performance.now() - began) / 1000).toFixed(1)} s`,
      })
      setMoods(gates, "well")
      await recover(cluster, town, mood, notes)
    }
    const books = await closeBooks(cluster, { messages: office.messages })
    expectBalanced(notes, books)
    notes.note({ "orders at the end": books.orders })
    return notes.verdict
  } finally {
    await cluster.close()
    await Promise.all(Object.values(gates).map((gate: Gate) => gate.stop()))
    await office.close()
  }
}

async function openGates(): Promise<Providers> {
  return {
    stripe: httpGate(),
    mail: await tcpGate(),
    images: httpGate(() => ({ public_id: "picture", width: 320, height: 240 })),
    directions: httpGate(() => ({ error_code: 442 })),
    geocoder: await tcpGate(),
    rooms: httpGate(),
  }
}

/** The Census geocoder has a fixed address on the internet, so requests to it go through a proxy of ours. */
function settingsFor(gates: Providers): Record<string, string> {
  return {
    STRIPE_API_URL: gates.stripe.url,
    SMTP_URL: `smtp://${gates.mail.url}`,
    CLOUDINARY_URL: `cloudinary://key:secret@stall?upload_prefix=${encodeURIComponent(gates.images.url)}`,
    VALHALLA_URL: gates.directions.url,
    PARTY_HOST: gates.rooms.url,
    CENSUS: "on",
    HTTPS_PROXY: `http://${gates.geocoder.url}`,
    NO_PROXY: "127.0.0.1,localhost",
  }
}

/** "mixed": each provider misbehaves in a different way, and all of them fail fast. */
function setMoods(gates: Providers, mood: Mood | "mixed"): void {
  const mixed: Mood[] = ["500", "429", "garbage", "half"]
  for (const [n, gate] of Object.values(gates).entries())
    gate.mood = mood === "mixed" ? mixed[n % mixed.length] : mood
}

async function lookAround(cluster: Cluster, town: Town, mood: string, notes: Notes): Promise<void> {
  const [buyer] = town.buyers
  const [thing] = town.things
  const cookie = buyer?.cookie ?? ""
  const shown: [step: string, path: string, wanted: string][] = [
    ["home", "/home?zip=10001", "Corner 1"],
    ["market", `/market-info?market=${thing?.marketId}`, "Corner 1"],
    ["product", `/view-product?product=${thing?.productId}`, "Ripe and sweet."],
    ["past orders", "/customer-orders", "Corner 1"],
    ["cart", "/shopping-cart", "Cart"],
  ]
  for (const [step, path, wanted] of shown) {
    const text = await ask(cluster, step, path, { cookie }).then((answer) => answer.text(), String)
    notes.expect(text.includes(wanted), `${mood}: ${step} shows ${textOf(text).slice(0, 200)}`)
  }
}

/**
 * Tries to pay with the card form and without JavaScript. Both must explain the problem and that nothing was charged.
 */
async function tryToPay(cluster: Cluster, town: Town, mood: string, notes: Notes): Promise<void> {
  const [, second] = town.buyers as [Buyer, Buyer]
  const rejection = await rejectionOf(toTheCard(cluster, second, town.things[1] as Thing))
  notes.expect(
    rejection.text.includes(CARD_SERVICE),
    `${mood}: Pay Now says ${rejection.status} ${rejection.text}`,
  )
  const hosted = await rejectionOf(toHostedPage(cluster, second))
  notes.expect(
    hosted.status === 422 && hosted.text.includes(CARD_SERVICE),
    `${mood}: without JavaScript /pay says ${hosted.status} ${hosted.text.slice(0, 300)}`,
  )
  const image = await upload(cluster, town)
  notes.expect(image.includes("We couldn't save your photos"), `${mood}: an upload reads ${image}`)
}

/** The card form was already open: the card is charged, but we cannot query the payment. The order is created later. */
async function payBlind(
  cluster: Cluster,
  buyer: Buyer,
  begun: Begun,
  mood: string,
  notes: Notes,
): Promise<void> {
  await confirmCard(cluster, begun.clientSecret)
  const where = await comeBack(cluster, buyer, begun.checkoutId)
  notes.expect(where === PAID_PERHAPS, `${mood}: the way back from the card leads to ${where}`)
}

async function recover(cluster: Cluster, town: Town, mood: string, notes: Notes): Promise<void> {
  const began = performance.now()
  for (const buyer of town.buyers.slice(1, 3)) {
    const pays = () => buy(cluster, buyer, town.things[1] as Thing).then(Boolean, () => false)
    await until(`a paid order after ${mood}`, pays, RECOVERS_MS).catch(() =>
      notes.expect(false, `${mood}: no way to pay`),
    )
  }
  const [blind] = town.buyers as [Buyer]
  const isKnown = async () => {
    const { rows } = await cluster.database.pool.query(
      "select 1 from checkouts where customer_id = $1 and status in ('open', 'paying')",
      [blind.userId],
    )
    return rows.length === 0
  }
  await until(`the order that was paid blind in ${mood}`, isKnown, RECOVERS_MS).catch(() =>
    notes.expect(false, `${mood}: what was paid blind has no order`),
  )
  notes.note({ [`paid again after ${mood}`]: `${((performance.now() - began) / 1000).toFixed(1)} s` })
}

async function rejectionOf(act: Promise<unknown>): Promise<Failure> {
  try {
    await act
    return { at: 0, step: "", status: 200, text: "went well" }
  } catch (error) {
    if (error instanceof Rejected) return error.failure
    throw error
  }
}

async function upload(cluster: Cluster, town: Town): Promise<string> {
  const [seller] = town.sellers
  const form = new FormData()
  form.set("productid", town.things.find(({ marketId }) => marketId === seller?.marketId)?.productId ?? "")
  const photo = await aPhoto("stall.jpg", "teal")
  form.set("images", new File([new Uint8Array(photo.buffer)], photo.name, { type: photo.mimeType }))
  const answer = await fetch(`${cluster.site}/api/v1/images/insertimage`, {
    method: "POST",
    headers: { cookie: seller?.cookie ?? "", origin: cluster.site, "idempotency-key": crypto.randomUUID() },
    body: form,
  })
  return answer.text()
}
