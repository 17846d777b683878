import type { Hono } from "hono"
import type { Dice } from "../dice.ts"
import type { Life } from "./life.ts"

export type Fetch = (url: string | URL | Request, init?: RequestInit) => Promise<Response>

/** Failures between us and the provider. */
const TROUBLES = ["lost on the way", "answer lost", "500", "twice", "late"] as const

export type Provider = {
  /** For the SDK of our own servers: fails now and then. */
  readonly fetch: Fetch
  /** For browsers and for the simulation itself: never fails. */
  readonly plain: Fetch
  /** Requests that arrive late, when their caller no longer waits. */
  readonly late: (() => Promise<Response>)[]
}

type Surroundings = {
  sandbox: Hono
  life: () => Life
  dice: () => Dice
  /** Whether this call fails. */
  fails: () => boolean
}

/** The sandbox in this process, and the simulated network to it. */
export function provider({ sandbox, life, dice, fails }: Surroundings): Provider {
  const late: Provider["late"] = []
  const plain: Fetch = async (url, init) => sandbox.fetch(new Request(url, init))
  const troubled: Fetch = async (url, init) => {
    const mine = life()
    await mine.moment()
    const answer = await (fails() ? inTrouble(url, init) : plain(url, init))
    await mine.moment()
    return answer
  }
  const inTrouble: Fetch = async (url, init) => {
    const send = () => plain(url, init)
    const kind = dice().pick(TROUBLES)
    if (kind === "500")
      return Response.json({ error: { type: "api_error", message: "Out of order." } }, { status: 500 })
    if (kind === "twice") await send()
    if (kind === "twice") return send()
    if (kind === "answer lost") await send()
    if (kind === "late") late.push(send)
    throw new TypeError("fetch failed")
  }
  return { fetch: troubled, plain, late }
}
