import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { readdir, readFile, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"
import { StartError } from "../../../../server/config/start-error.ts"
import { packServer } from "./pack-server.ts"

const SOURCES = ["app", "core", "db", "packages/devkit/src/pack", "party", "server", "workers"]
const CONFIGURATION = [
  "bun.lock",
  "package.json",
  "react-router.config.ts",
  "vite.config.ts",
  "tsconfig.json",
]
const COMPRESSIBLE = /\.(js|css|svg|json|txt|xml|html|map|wasm|webmanifest|woff)$/
/** Smaller files fit into one packet even uncompressed. */
const SMALLEST_BYTES = 512

/** Builds the client and the server if their sources changed since the last build. Returns whether it did. */
export async function buildIfChanged(
  root: string,
  environment: Record<string, string | undefined>,
): Promise<boolean> {
  const stamp = join(root, "build", "sources.sha256")
  const hash = await hashSources(root)
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === hash) return false
  await rm(stamp, { force: true })
  const built = Bun.spawn(
    [process.execPath, "--bun", join(root, "node_modules/@react-router/dev/bin.cjs"), "build"],
    { cwd: root, env: { ...environment, NODE_ENV: "production" }, stdout: "pipe", stderr: "pipe" },
  )
  const [output, problems, code] = await Promise.all([
    new Response(built.stdout).text(),
    new Response(built.stderr).text(),
    built.exited,
  ])
  if (code !== 0) throw new StartError(`The build failed:\n${output}\n${problems}`)
  await Promise.all([packServer(root), precompress(join(root, "build", "client"))])
  writeFileSync(stamp, hash)
  return true
}

async function hashSources(root: string): Promise<string> {
  const hasher = new Bun.CryptoHasher("sha256")
  const files = [...CONFIGURATION]
  for (const folder of [...SOURCES, "public"]) {
    if (!existsSync(join(root, folder))) continue
    const entries = await readdir(join(root, folder), { recursive: true })
    files.push(...entries.filter((name) => /\.\w+$/.test(name)).map((name) => join(folder, name)))
  }
  for (const file of files.sort()) {
    const content = await readFile(join(root, file)).catch(() => undefined)
    if (content) hasher.update(`${file}\0`).update(content)
  }
  return hasher.digest("hex")
}

/** Files are compressed once, at build time, because Bun.serve would send them uncompressed. */
async function precompress(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true })
  const worthwhile = names.filter((name) => COMPRESSIBLE.test(name) && !name.startsWith(".vite"))
  await Promise.all(
    worthwhile.map(async (name) => {
      const file = join(folder, name)
      const content = await readFile(file)
      if (content.byteLength < SMALLEST_BYTES) return
      const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }
      await writeFile(`${file}.br`, await promisify(brotliCompress)(content, quality))
      await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }))
    }),
  )
}
