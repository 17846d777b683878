import { readFile, rename, rm } from "node:fs/promises"
import { join } from "node:path"
import { StartError } from "../../../../server/config/start-error.ts"

/**
 * The packages that the packed server still loads from node_modules on first use: binaries, packages that find their
 * own files by location (and packages that pass themselves to those), and packages that run only when configured.
 */
const LEFT_OUTSIDE = [
  "sharp",
  "bullmq",
  "ioredis",
  "@bull-board/api",
  "@bull-board/hono",
  "cloudinary",
  "nodemailer",
  "pino",
  "@zxcvbn-ts/language-common",
  "@googlemaps/google-maps-services-js",
  "@opentelemetry/context-async-hooks",
  "@opentelemetry/core",
  "@opentelemetry/exporter-trace-otlp-http",
  "@opentelemetry/resources",
  "@opentelemetry/sdk-trace-base",
]

/**
 * Bundles Vite's server and all packages that it needs into one file, build/server/index.js, with the bytecode of all
 * its functions next to it: a start then opens two files instead of a thousand, and parses nothing. Names and lines are
 * unchanged, so that stack traces stay readable; each package's part begins with a comment that names its file.
 */
export async function packServer(root: string): Promise<void> {
  const folder = join(root, "build", "server")
  const packed = join(root, "build", "packed")
  await rm(packed, { recursive: true, force: true })
  await pack(root, join(folder, "index.js"), packed)
  await rejectOwnFolder(root, join(packed, "index.js"))
  await rm(folder, { recursive: true })
  await rename(packed, folder)
}

async function pack(root: string, entry: string, outdir: string): Promise<void> {
  const built = await Bun.build({
    entrypoints: [entry],
    root,
    outdir,
    naming: "[name].[ext]",
    target: "bun",
    // The runtime supports bytecode for this format only.
    format: "cjs",
    bytecode: true,
    minify: { syntax: true },
    define: { "process.env.NODE_ENV": '"production"' },
    external: LEFT_OUTSIDE,
    throw: false,
  })
  if (!built.success) throw new StartError(`The server could not be packed:\n${built.logs.join("\n")}`)
}

/** Rejects a program that looks for files in its build folder, because it would work only there. */
async function rejectOwnFolder(root: string, file: string): Promise<void> {
  const lines = (await readFile(file, "utf8")).split("\n")
  const line = lines.find((text) => !text.startsWith("//") && namesFolder(text, root))
  if (line) throw new StartError(`The packed server names the folder that it was built in:\n${line.trim()}`)
}

/** Matches the folder, not a part of a longer word: a build in /app may contain https://appleid.apple.com. */
export const namesFolder = (text: string, root: string): boolean =>
  new RegExp(`(?<![\\w.-])${RegExp.escape(root.replace(/\/$/, ""))}(?![\\w-])`).test(text)
