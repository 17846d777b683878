import { defineConfig } from "vitest/config"

/** Screenshots of all pages. Not part of the suite: `npm run shots`. */
export default defineConfig({
  test: {
    root: new URL("../..", import.meta.url).pathname,
    pool: "threads",
    include: ["tests/shots/**/*.test.ts"],
    globalSetup: ["./tests/support/build-once.ts", "./tests/support/start-postgres.ts"],
    testTimeout: 1_200_000,
  },
})
