import { defineConfig } from "vitest/config"

/** Under Bun, Vitest's other pools do not work. */
const shared = { pool: "threads" as const, testTimeout: 15_000, hookTimeout: 30_000, restoreMocks: true }
const postgres = ["./tests/support/start-postgres.ts"]
const ROOMS = "{app,core,db,party,server,workers}"

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...shared,
          name: "unit",
          include: [`${ROOMS}/**/*.test.{ts,tsx}`, "tests/stripe-{sandbox,types}/**/*.test.ts"],
          exclude: [`${ROOMS}/**/*.server.test.ts`],
        },
      },
      {
        test: {
          ...shared,
          name: "db",
          include: [`${ROOMS}/**/*.server.test.ts`, "tests/**/*.test.ts"],
          exclude: ["tests/{api,e2e,platform,rooms,stripe-sandbox,stripe-types}/**"],
          globalSetup: postgres,
        },
      },
      { test: { ...shared, name: "rooms", include: ["tests/rooms/**/*.test.ts"] } },
      {
        // These start whole installations of their own, one after the other.
        test: {
          ...shared,
          name: "platform",
          include: ["tests/platform/**/*.test.ts"],
          fileParallelism: false,
          testTimeout: 120_000,
        },
      },
      { test: { ...shared, name: "api", include: ["tests/api/**/*.test.ts"], globalSetup: postgres } },
      {
        // One Chromium at a time: two cores are few.
        test: {
          ...shared,
          name: "e2e",
          include: ["tests/e2e/**/*.test.ts"],
          globalSetup: postgres,
          fileParallelism: false,
          testTimeout: 60_000,
        },
      },
    ],
  },
})
