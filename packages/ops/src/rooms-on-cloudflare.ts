import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { root } from "@pushcart/devkit/start-everything"
import { onEndOfParent } from "../../../server/cli/parent-process.ts"

/**
 * npm run rooms:cloudflare [-- --port=1999]: the live rooms on Cloudflare's runtime, on this machine and without an
 * account; web and worker find them by PARTY_HOST and need the same ROOMS_SECRET. With `--test`, the rooms' conformance
 * suite runs on it instead. Wrangler is not a dependency of Pushcart: npx fetches it, in a version that runs on Node
 * 20.
 */
const WRANGLER = "wrangler@4.86.0"
const SUITE = "tests/contract/rooms/conformance"

const { values } = parseArgs({
  allowPositionals: true,
  options: {
    port: { type: "string", default: "1999" },
    test: { type: "boolean", default: false },
    "parent-pipe": { type: "boolean" },
  },
})

function start(command: string[], env: Record<string, string> = {}) {
  const child = Bun.spawn(command, {
    cwd: root,
    env: { ...process.env, WRANGLER_SEND_METRICS: "false", ...env },
    stdin: "ignore",
    stdout: "inherit",
    stderr: "inherit",
  })
  onEndOfParent(() => child.kill("SIGTERM"))
  process.on("SIGTERM", () => child.kill("SIGTERM"))
  process.on("SIGINT", () => {})
  return child.exited
}

const wrangler = (...args: string[]) => start(["npx", "--yes", WRANGLER, ...args])

async function serve(secret: string, port: string): Promise<number> {
  const state = mkdtempSync(join(tmpdir(), "pushcart-wrangler-"))
  const places = ["--config=party/cloudflare/wrangler.jsonc", `--persist-to=${state}`]
  const ports = ["--ip=127.0.0.1", `--port=${port}`, "--inspector-port=0"]
  const code = await wrangler("dev", ...places, ...ports, `--var=ROOMS_SECRET:${secret}`)
  rmSync(state, { recursive: true, force: true })
  return code
}

/** Downloaded first, so that the tests wait for the rooms and not for a download. */
async function test(): Promise<number> {
  const fetched = await wrangler("--version")
  if (fetched !== 0) return fetched
  return start([process.execPath, join(import.meta.dirname, "..", "test", "test.ts"), SUITE], {
    ROOMS_HOST: "cloudflare",
  })
}

const secret = process.env.ROOMS_SECRET ?? ""
if (values.test) process.exit(await test())
if (secret.length < 32) {
  console.error("ROOMS_SECRET is missing or shorter than 32 characters. Set it as in web and worker.")
  process.exit(1)
}
process.exit(await serve(secret, values.port))
