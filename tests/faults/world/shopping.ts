import { BILLING } from "#tests/support/billing.ts"
import { decodeEntities } from "#tests/support/decode-entities.ts"
import type { Cluster } from "./cluster.ts"
import type { Buyer, Thing } from "./town.ts"

/** A response that nobody should get. `text` is the page's text. */
export type Failure = { at: number; step: string; status: number; text: string }

export class Rejected extends Error {
  constructor(readonly failure: Failure) {
    super(`${failure.step} answered ${failure.status}: ${failure.text.slice(0, 200)}`)
  }
}

const PATIENCE_MS = 60_000

/** Sends one request as a browser does. Throws Rejected for any response but a page or a redirect. */
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

/** Returns the text of a page without its markup. */
export function textOf(html: string): string {
  const body = html.replace(/<(script|style|head)[\s\S]*?<\/\1>/g, " ")
  return decodeEntities(body.replace(/<[^>]+>/g, " "))
    .replace(/\s+/g, " ")
    .trim()
}

/** Loads home by ZIP code, a market and a product completely, as a browser does. */
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
 * Buys as a browser does, from the cart to a paid order. Continues with anything that an earlier attempt left in the
 * cart or at checkout. Returns the checkout's id.
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

/** Goes to the card form with the contents of the cart, or with the thing when it is empty. */
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

/** Returns the page after the card, where the browser is redirected to. */
export async function comeBack(cluster: Cluster, { cookie }: Buyer, checkoutId: string): Promise<string> {
  const back = await ask(cluster, "back from the card", `/pay/return?checkout=${checkoutId}`, { cookie })
  return back.headers.get("location") ?? ""
}

/** Sends what a browser without JavaScript sends at checkout, to get to the provider's own page. */
export function toHostedPage(cluster: Cluster, { cookie }: Buyer): Promise<Response> {
  return ask(cluster, "hosted page", "/pay", { cookie, form: { ...BILLING, intent: "pay" } })
}

async function quoteOf(cluster: Cluster, buyer: Buyer, thing: Thing): Promise<string> {
  await addToCart(cluster, buyer, thing)
  return readQuote(cluster, buyer.cookie)
}

/** Returns the price of the cart from its page; empty when the cart is empty. */
async function readQuote(cluster: Cluster, cookie: string): Promise<string> {
  const page = await (await ask(cluster, "cart", "/shopping-cart", { cookie })).text()
  const field = /<input[^>]*name="quote"[^>]*>/.exec(page)?.[0] ?? ""
  return /value="([^"]*)"/.exec(field)?.[1] ?? ""
}

/** Confirms the card directly at the provider, as the card form in the browser does. */
export async function confirmCard({ sandbox }: Cluster, clientSecret: string): Promise<void> {
  const [intent] = clientSecret.split("_secret_")
  const answer = await fetch(`${sandbox.url}/v1/payment_intents/${intent}/confirm`, {
    method: "POST",
    headers: { authorization: `Bearer ${sandbox.secretKey}` },
    body: new URLSearchParams({ payment_method: "pm_card_visa" }),
  })
  if (!answer.ok) throw new Error(`The sandbox rejected a card: ${await answer.text()}`)
}
