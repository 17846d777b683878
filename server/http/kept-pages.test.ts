import { brotliDecompressSync } from "node:zlib"
import { data, type LoaderFunctionArgs, RouterContextProvider, type ServerBuild } from "react-router"
import { beforeEach, expect, it } from "vitest"
import { nonceContext } from "#app/context.ts"
import { type KeptPages, keptPages } from "./kept-pages.ts"

/** What the loaders of a small site answer; tests change it as sellers change their markets. */
let truth: { hours: string; toasts: string[]; status?: number; cookie?: string }
let reads: number
let drawn: number
let pages: KeptPages

beforeEach(() => {
  truth = { hours: "9am-5pm", toasts: [] }
  reads = drawn = 0
  pages = keptPages(site())
})

function site(): ServerBuild {
  const root = {
    id: "root",
    path: "",
    module: {
      loader: ({ context }: LoaderFunctionArgs) => ({
        nonce: context.get(nonceContext),
        toasts: truth.toasts,
      }),
    },
  }
  const home = {
    id: "home",
    parentId: "root",
    path: "home",
    module: {
      handle: { drawnFromData: true },
      loader: () => {
        reads += 1
        if (truth.status) return data(truth.hours, { status: truth.status })
        if (truth.cookie) return data(truth.hours, { headers: { "set-cookie": truth.cookie } })
        return truth.hours
      },
    },
  }
  const cart = { id: "cart", parentId: "root", path: "cart", module: { loader: () => truth.hours } }
  return { routes: { root, home, cart } } as unknown as ServerBuild
}

/** Draws as React Router does: it runs the build's loaders and prints what they answer. */
async function ask(path: string, options: { method?: string; encoding?: string } = {}) {
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("base64")
  const request = new Request(`http://localhost${path}`, {
    method: options.method ?? "GET",
    headers: { "accept-encoding": options.encoding ?? "gzip, br" },
  })
  const context = new RouterContextProvider()
  context.set(nonceContext, nonce)
  const answer = await pages.answer(request, context, async () => {
    drawn += 1
    const route = pages.build.routes[new URL(request.url).pathname.slice(1)]
    const url = new URL(path, request.url)
    const args: LoaderFunctionArgs = { request, url, context, params: {}, pattern: url.pathname }
    const [all, own] = await Promise.all([
      pages.build.routes.root!.module.loader!(args),
      route!.module.loader!(args),
    ])
    const text = typeof own === "string" ? own : (own as { data: string }).data
    const html = `<script nonce="${nonce}"></script>${text}${JSON.stringify(all)}`.padEnd(2_000, " ")
    return new Response(html, { headers: { "content-type": "text/html" }, status: truth.status ?? 200 })
  })
  const packed = answer.headers.get("content-encoding") === "br"
  const body = Buffer.from(await answer.arrayBuffer())
  return { nonce, html: packed ? brotliDecompressSync(body).toString() : body.toString() }
}

const often = async (path: string, options = {}) => {
  for (let times = 0; times < 4; times++) await ask(path, options)
}

it("draws a page that is asked for again and again twice, and each answer has its own nonce only", {
  tags: ["WEAK-16"],
}, async () => {
  const answers = [await ask("/home"), await ask("/home"), await ask("/home"), await ask("/home")]
  expect(drawn).toBe(2)
  for (const { nonce, html } of answers) {
    expect(html).toContain(`<script nonce="${nonce}">`)
    expect(html).toContain(`"nonce":"${nonce}"`)
    for (const other of answers) if (other.nonce !== nonce) expect(html).not.toContain(other.nonce)
  }
})

it("reads the truth once for every answer, drawn or kept, and shows a change at once", {
  tags: ["WEAK-16"],
}, async () => {
  await often("/home")
  expect(reads).toBe(4)
  truth.hours = "Closed"
  expect((await ask("/home")).html).toContain("Closed")
  truth.hours = "9am-5pm"
  expect((await ask("/home")).html).toContain("9am-5pm")
})

it("shows what one visitor alone is told to that visitor alone", { tags: ["WEAK-16"] }, async () => {
  await often("/home")
  truth.toasts = ["Welcome back, Ann"]
  expect((await ask("/home")).html).toContain("Ann")
  truth.toasts = []
  expect((await ask("/home")).html).not.toContain("Ann")
})

it.each([
  ["a page that does not say that it follows from its data", "/cart", {}, {}],
  ["a refusal", "/home", { status: 422 }, {}],
  ["a page that sets a cookie", "/home", { cookie: "a=b" }, {}],
  ["what was posted", "/home", {}, { method: "POST" }],
  ["what is asked for without Brotli", "/home", {}, { encoding: "gzip" }],
])("draws %s each time", { tags: ["WEAK-16"] }, async (_what, path, facts, options) => {
  Object.assign(truth, facts)
  await often(path, options)
  expect(drawn).toBe(4)
})

it("tells two addresses apart", { tags: ["WEAK-16"] }, async () => {
  await often("/home?zip=10001")
  await ask("/home?zip=21224")
  expect(drawn).toBe(3)
})

it("refuses to keep pages that stand behind a guard", { tags: ["GUARD-8"] }, () => {
  const build = site()
  build.routes.root!.module.middleware = [() => {}] as never
  expect(() => keptPages(build)).toThrow("drawnFromData")
})
