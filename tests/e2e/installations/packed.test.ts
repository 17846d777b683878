import { cpSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { buildIfChanged } from "@pushcart/devkit/build-if-changed"
import { packServer } from "@pushcart/devkit/pack-server"
import { beforeAll, describe, expect, it } from "vitest"

const root = join(import.meta.dirname, "..", "..", "..")

/** Packages that pino needs because it looks for files next to its own. */
const LOGGER = [
  "pino",
  "@pinojs/redact",
  "atomic-sleep",
  "on-exit-leak-free",
  "pino-std-serializers",
  "quick-format-unescaped",
  "safe-stable-stringify",
  "sonic-boom",
  "thread-stream",
]

describe("the packed server", { tags: ["START-9"] }, () => {
  beforeAll(() => buildIfChanged(root, process.env), 200_000)

  it("is one file: of node_modules a start loads the logger alone, wherever it was built", async () => {
    const elsewhere = mkdtempSync(join(tmpdir(), "pushcart-packed-"))
    cpSync(join(root, "build/server"), join(elsewhere, "build/server"), { recursive: true })
    symlinkSync(join(root, "node_modules"), join(elsewhere, "node_modules"))
    const { output } = await run(elsewhere, "console.log('loaded', Object.keys(require.cache).join())")
    const [first, packed, ...others] = /^loaded (.*)$/m.exec(output)?.[1]?.split(",") ?? []
    expect([first, packed]).toEqual([`${elsewhere}/[eval]`, `${elsewhere}/build/server/index.js`])
    const packages = others.map((file) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1])
    expect(new Set(packages)).toEqual(new Set(LOGGER))
  })

  it("brings its bytecode, and the runtime takes it", async () => {
    const { output } = await run(root, "", { BUN_JSC_verboseDiskCache: "1" })
    expect(output).toContain("Cache hit for sourceCode")
  })
})

describe("packing", { tags: ["START-9"] }, () => {
  it("keeps names and lines, so that a stack leads to the line that threw", async () => {
    const folder = aBuild(
      `export const start = () => sellTheLastMelon()
       function sellTheLastMelon() {
         throw new Error("none left")
       }`,
    )
    await packServer(folder)
    const { output } = await run(folder, "server.start()")
    const line = Number(/at sellTheLastMelon \(.*build\/server\/index\.js:(\d+)/.exec(output)?.[1])
    const packed = readFileSync(join(folder, "build/server/index.js"), "utf8").split("\n")
    expect(packed[line - 1]).toContain('throw Error("none left")')
  })

  it("refuses a program that would look for its files in the folder where it was built", async () => {
    await expect(packServer(aBuild("export const here = import.meta.url"))).rejects.toThrow(
      /names the folder that it was built in:\n.*file:/,
    )
  })
})

function aBuild(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), "pushcart-pack-"))
  mkdirSync(join(folder, "build/server"), { recursive: true })
  writeFileSync(join(folder, "build/server/index.js"), text)
  return folder
}

/** Loads the packed server of a folder in its own process, and runs `then`. */
async function run(folder: string, then: string, env: Record<string, string> = {}) {
  const program = `const server = require(${JSON.stringify(join(folder, "build/server/index.js"))}); ${then}`
  const child = Bun.spawn([process.execPath, "-e", program], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...env },
    stdout: "pipe",
    stderr: "pipe",
  })
  const texts = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { output: texts.join("") }
}
