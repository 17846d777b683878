import { reactRouter } from "@react-router/dev/vite"
import { defineConfig } from "vite"
import { pageScript } from "./app/page-script/vite-plugin.ts"

/**
 * What nearly every page needs, in few files: every page's HTML names all files of its scripts, and a name is a hash
 * that nothing compresses.
 */
const CHUNKS = [
  {
    name: "react",
    test: /[\\/]node_modules[\\/](react|react-dom|react-router|scheduler|cookie-es)[\\/]/,
    priority: 3,
  },
  {
    name: "form",
    test: /[\\/]node_modules[\\/](@conform-to|zod)[\\/]|[\\/]app[\\/]ui[\\/](form|inputs)\.tsx$/,
    priority: 1,
  },
  { name: "ui", test: /[\\/]app[\\/]ui[\\/](?!ledger|form\.|inputs)[\w-]+\.tsx?$/, priority: 2 },
]

/** The oldest that the product supports (docs/browsers.md): newer syntax and light-dark() are rewritten for them. */
const OLDEST_BROWSERS = ["chrome120", "edge120", "firefox125", "safari17"]

export default defineConfig({
  // While developing: what pages need is known before the first asks for it. Found later it would be packed again, and
  // the page that is on its way would not come.
  optimizeDeps: { entries: ["app/entry.client.tsx", "app/root.tsx", "app/routes/**/*.tsx"] },
  plugins: [pageScript(), reactRouter()],
  // For the client's style sheets and for the text that the server puts into pages.
  build: { cssTarget: OLDEST_BROWSERS },
  environments: {
    client: {
      build: {
        target: OLDEST_BROWSERS,
        rolldownOptions: { output: { codeSplitting: { groups: CHUNKS } } },
      },
    },
    // One module graph for API, auth, database and route modules: the SSR entry is the Hono app itself.
    ssr: { build: { rollupOptions: { input: "./server/app.ts" } } },
  },
})
