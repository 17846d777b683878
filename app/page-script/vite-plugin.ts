import { join } from "node:path"
import { type BuildOptions, build, type Plugin } from "vite"

type Chunk = { fileName: string; code: string; isEntry: boolean }

const DIR = "assets/small"

/**
 * Bundles `main.ts` separately from React, so that pages without React have it too. It is emitted into the client build
 * as a hashed, immutable asset. `virtual:page-script` exports its URL, the source of the inline script that starts
 * React (app/hydration/deferred-start.ts), and the source of the service worker, which the server serves under a fixed
 * URL.
 */
export function pageScript(): Plugin {
  const ID = "virtual:page-script"
  let root = process.cwd()
  let dev = false
  let built: Promise<Chunk[]> | null = null
  const chunks = () => {
    built ??= bundle(root, dev)
    return built
  }
  return {
    name: "pushcart:page-script",
    configResolved(config) {
      root = config.root
      dev = config.command === "serve"
    },
    resolveId: (id) => (id === ID ? `\0${ID}` : null),
    async load(id) {
      if (id !== `\0${ID}`) return null
      const entry = (await chunks()).find((chunk) => chunk.isEntry)
      const exported = {
        pageScript: `/${entry?.fileName}`,
        deferredStart: await scriptText(root, "app/hydration/deferred-start.ts"),
        serviceWorker: await scriptText(root, "app/service-worker/service-worker.ts"),
      }
      return Object.entries(exported)
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
        .join("\n")
    },
    configureServer(server) {
      server.watcher.on("change", (file) => {
        if (/[\\/](page-protocol|page-script|party|ui)[\\/]/.test(file)) built = null
      })
      server.middlewares.use(async (request, response, next) => {
        const name = request.url?.split("?")[0]?.slice(1) ?? ""
        const chunk = name.startsWith(DIR) ? (await chunks()).find((one) => one.fileName === name) : undefined
        if (!chunk) return next()
        response.setHeader("Content-Type", "text/javascript")
        response.setHeader("Cache-Control", "no-store")
        response.end(chunk.code)
      })
    },
    async generateBundle() {
      if (this.environment.name !== "client") return
      for (const { fileName, code } of await chunks()) {
        this.emitFile({ type: "asset", fileName, source: code })
      }
    },
  }
}

function bundle(root: string, dev: boolean): Promise<Chunk[]> {
  const name = dev ? "[name]" : "[name]-[hash]"
  return chunksOf(root, {
    input: { small: join(root, "app/page-script/main.ts") },
    output: { entryFileNames: `${DIR}/${name}.js`, chunkFileNames: `${DIR}/${name}.js` },
  })
}

async function scriptText(root: string, file: string): Promise<string> {
  const [chunk] = await chunksOf(root, { input: join(root, file), output: { format: "iife" } })
  return chunk?.code.trim() ?? ""
}

async function chunksOf(root: string, rolldownOptions: BuildOptions["rolldownOptions"]): Promise<Chunk[]> {
  const result = await build({
    root,
    configFile: false,
    logLevel: "error",
    build: {
      write: false,
      modulePreload: false,
      target: "es2022",
      // Inlines the constants of app/page-protocol.
      rolldownOptions: { optimization: { inlineConst: { mode: "all", pass: 2 } }, ...rolldownOptions },
    },
  })
  const outputs = Array.isArray(result) ? result : "output" in result ? [result] : []
  return outputs
    .flatMap(({ output }) => output)
    .filter((part) => part.type === "chunk")
    .map(({ fileName, code, isEntry }) => ({ fileName, code, isEntry }))
}
