import { defineConfig } from "vitest/config"

/**
 * Journeys in three engines, and tests for behavior that only Firefox or WebKit has. Not part of the suite: `npm run
 * browsers`.
 */
export default defineConfig({
  test: {
    root: new URL("../..", import.meta.url).pathname,
    pool: "threads",
    maxWorkers: 1,
    isolate: false,
    include: ["tests/browsers/**/*.test.ts"],
    globalSetup: [
      "./tests/browsers/require-engines.ts",
      "./tests/support/build-once.ts",
      "./tests/support/start-installations.ts",
    ],
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
})
