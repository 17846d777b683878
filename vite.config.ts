import { reactRouter } from "@react-router/dev/vite"
import tailwindcss from "@tailwindcss/vite"
import { defineConfig } from "vite"
import { smallScript } from "./app/small-script/vite-plugin.ts"

export default defineConfig({
  plugins: [smallScript(), tailwindcss(), reactRouter()],
  environments: {
    // One module graph for API, auth, database and route modules: the SSR entry is the Hono app itself.
    ssr: { build: { rollupOptions: { input: "./server/app.ts" } } },
  },
})
