/** One request of a load; the index says whose turn it is, so that visitors and things differ. */
export type Ask = (index: number) => { url: string; headers?: Record<string, string> }

export type Loaded = { requests: number; seconds: number; bytes: number }

/** Asks as fast as answers come, over so many connections, and fails on any answer but the page itself. */
export async function load(ask: Ask, options: { connections: number; seconds: number }): Promise<Loaded> {
  const started = performance.now()
  const until = started + options.seconds * 1000
  let requests = 0
  let bytes = 0
  const visitor = async () => {
    while (performance.now() < until) {
      bytes += await visit(ask, requests++)
    }
  }
  await Promise.all(Array.from({ length: options.connections }, visitor))
  return { requests, bytes, seconds: (performance.now() - started) / 1000 }
}

/** Lets a server get warm: the compiler and PostgreSQL's kept plans need so many requests, however long they take. */
export async function warmUp(ask: Ask, requests: number, connections: number): Promise<void> {
  let next = 0
  const visitor = async () => {
    while (next < requests) await visit(ask, next++)
  }
  await Promise.all(Array.from({ length: connections }, visitor))
}

/** How long one visitor waits who has the server to themselves: every wait in milliseconds, shortest first. */
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

async function visit(ask: Ask, index: number): Promise<number> {
  const { url, headers } = ask(index)
  const answer = await fetch(url, {
    headers: { "accept-encoding": "br", "user-agent": BROWSER, ...headers },
    redirect: "manual",
    decompress: false,
  } as RequestInit)
  const body = await answer.arrayBuffer()
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`)
  return body.byteLength
}

/** Robots and tools get the whole page at once; people get it as it comes. */
const BROWSER =
  "Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36"
