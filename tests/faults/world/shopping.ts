import { BILLING } from "#tests/support/billing.ts"
import type { Cluster } from "./cluster.ts"
import type { Buyer, Thing } from "./town.ts"

/** An answer that nobody should get. `text` is what stands on the page. */
export type Failure = { at: number; step: string; status: number; text: string }

export class Rejected extends Error {
  constructor(readonly failure: Failure) {
    super(`${failure.step} answered ${failure.status}: ${failure.text.slice(0, 200)}`)
  }
}

const PATIENCE_MS = 60_000

/** One request as a browser makes it. Throws Rejected for anything but an answer that leads on. */
export async function ask(
  cluster: Cluster,
  step: string,
  path: string,
  { cookie = "", form }: { cookie?: string; form?: Record<string, string> } = {},
): Promise<Response> {
  const at = Date.now()
  try {
    const answer = await fetch(cluster.site + path, {
      method: form ? "POST" : "GET",
      headers: { cookie, origin: cluster.site, accept: "text/html", "user-agent": "Mozilla/5.0 Chrome/140" },
      ...(form ? { body: new URLSearchParams(form) } : {}),
      redirect: "manual",
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    if (answer.status < 400) return answer
    throw new Rejected({ at, step, status: answer.status, text: textOf(await answer.text()) })
  } catch (error) {
    if (error instanceof Rejected) throw error
    throw new Rejected({ at, step, status: 0, text: String(error) })
  }
}

/** The words of a page, without its markup. */
export function textOf(html: string): string {
  const body = html.replace(/<(script|style|head)[\s\S]*?<\/\1>/g, " ")
  return body
    .replace(/<[^>]+>/g, " ")
    .replaceAll("&#x27;", "'")
    .replace(/\s+/g, " ")
    .trim()
}

/** Home by zip, a market, a product: read to the end, as a browser does. */
export async function browse(cluster: Cluster, thing: Thing): Promise<void> {
  for (const [step, path] of [
    ["home", "/home?zip=10001"],
    ["market", `/market-info?market=${thing.marketId}`],
    ["product", `/view-product?product=${thing.productId}`],
  ] as const)
    await (await ask(cluster, step, path)).text()
}

export async function addToCart(cluster: Cluster, buyer: Buyer, thing: Thing, quantity = 1): Promise<void> {
  const form = { productId: thing.productId, size: "", quantity: String(quantity) }
  await ask(cluster, "add to cart", "/view-product", { cookie: buyer.cookie, form })
}

/**
 * From the cart to a paid order, as a browser does it: whatever an earlier try left in the cart or at checkout is
 * gone on with. Answers the checkout.
 */
export async function buy(cluster: Cluster, buyer: Buyer, thing: Thing): Promise<string> {
  const { clientSecret, checkoutId, paid } = await toTheCard(cluster, buyer, thing)
  if (!paid) await confirmCard(cluster, clientSecret)
  const where = await comeBack(cluster, buyer, checkoutId)
  if (!where.startsWith("/thanks-for-shopping"))
    throw new Rejected({ at: Date.now(), step: "back from the card", status: 302, text: where })
  return checkoutId
}

export type Begun = { clientSecret: string; checkoutId: string; paid: boolean }

/** As far as the card form, with what is in the cart, or else with the thing. */
export async function toTheCard(cluster: Cluster, buyer: Buyer, thing: Thing): Promise<Begun> {
  const { cookie } = buyer
  const quote = (await readQuote(cluster, cookie)) || (await quoteOf(cluster, buyer, thing))
  await ask(cluster, "to checkout", "/shopping-cart", {
    cookie,
    form: { intent: "proceed", fulfilment: "pickup", quote },
  })
  await (await ask(cluster, "checkout", "/pay", { cookie })).text()
  const begun = await ask(cluster, "pay now", "/pay/begin", { cookie, form: BILLING })
  return (await begun.json()) as Begun
}

/** Where the way back from the card leads. */
export async function comeBack(cluster: Cluster, { cookie }: Buyer, checkoutId: string): Promise<string> {
  const back = await ask(cluster, "back from the card", `/pay/return?checkout=${checkoutId}`, { cookie })
  return back.headers.get("location") ?? ""
}

/** What a browser without JavaScript sends at checkout: the way to the provider's own page. */
export function toHostedPage(cluster: Cluster, { cookie }: Buyer): Promise<Response> {
  return ask(cluster, "hosted page", "/pay", { cookie, form: { ...BILLING, intent: "pay" } })
}

async function quoteOf(cluster: Cluster, buyer: Buyer, thing: Thing): Promise<string> {
  await addToCart(cluster, buyer, thing)
  return readQuote(cluster, buyer.cookie)
}

/** What the cart page says that its things cost: nothing when it is empty. */
async function readQuote(cluster: Cluster, cookie: string): Promise<string> {
  const page = await (await ask(cluster, "cart", "/shopping-cart", { cookie })).text()
  const field = /<input[^>]*name="quote"[^>]*>/.exec(page)?.[0] ?? ""
  return /value="([^"]*)"/.exec(field)?.[1] ?? ""
}

/** What the card form does in the browser: straight to the provider. */
export async function confirmCard({ sandbox }: Cluster, clientSecret: string): Promise<void> {
  const [intent] = clientSecret.split("_secret_")
  const answer = await fetch(`${sandbox.url}/v1/payment_intents/${intent}/confirm`, {
    method: "POST",
    headers: { authorization: `Bearer ${sandbox.secretKey}` },
    body: new URLSearchParams({ payment_method: "pm_card_visa" }),
  })
  if (!answer.ok) throw new Error(`The sandbox rejected a card: ${await answer.text()}`)
}
