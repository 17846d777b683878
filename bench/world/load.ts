/** One request of a load. The index varies the visitors and the things. */
export type Ask = (index: number) => { url: string; headers?: Record<string, string>; json?: unknown }

/** `waits` has every request's milliseconds, shortest first. */
export type Loaded = { requests: number; seconds: number; waits: number[] }

/**
 * Sends requests as fast as responses arrive, over a number of connections. Fails on any response but the page itself.
 */
export async function load(ask: Ask, options: { connections: number; seconds: number }): Promise<Loaded> {
  const started = performance.now()
  const until = started + options.seconds * 1000
  let next = 0
  const waits: number[] = []
  const visitor = async () => {
    while (performance.now() < until) {
      const begun = performance.now()
      await visit(ask, next++)
      waits.push(performance.now() - begun)
    }
  }
  await Promise.all(Array.from({ length: options.connections }, visitor))
  const seconds = (performance.now() - started) / 1000
  return { requests: next, seconds, waits: waits.sort((a, b) => a - b) }
}

/**
 * Warms up a server. The compiler and PostgreSQL's cached plans need a number of requests, no matter how long they
 * take.
 */
export async function warmUp(ask: Ask, requests: number, connections: number): Promise<void> {
  let next = 0
  const visitor = async () => {
    while (next < requests) await visit(ask, next++)
  }
  await Promise.all(Array.from({ length: connections }, visitor))
}

/** Waits of a single visitor without other load: every wait in milliseconds, shortest first. */
export async function waits(ask: Ask, times: number): Promise<number[]> {
  const list: number[] = []
  for (let index = 0; index < times; index++) {
    const started = performance.now()
    await visit(ask, index)
    list.push(performance.now() - started)
  }
  return list.sort((a, b) => a - b)
}

export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

async function visit(ask: Ask, index: number): Promise<void> {
  const { url, headers, json } = ask(index)
  const answer = await fetch(url, {
    headers: {
      "accept-encoding": "br",
      "user-agent": BROWSER,
      ...(json === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(json === undefined ? {} : { method: "POST", body: JSON.stringify(json) }),
    redirect: "manual",
    decompress: false,
  } as RequestInit)
  await answer.arrayBuffer()
  if (answer.status !== 200 && answer.status !== 201) throw new Error(`${url} answered ${answer.status}`)
}

/** A browser's user agent, because bots and tools get the whole page in one piece and people get it streamed. */
export const BROWSER =
  "Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36"
