import { defineConfig } from "vitest/config"
import { readRequirements } from "./server/cli/read-requirements.ts"

/** Under Bun, Vitest's other pools do not work. */
const shared = { pool: "threads" as const, testTimeout: 30_000, hookTimeout: 60_000, restoreMocks: true }
const postgres = ["./tests/support/start-postgres.ts"]
const ROOMS = "{app,bench,core,db,party,server,workers}"

/** Groups run one after the other, the quick ones first; the projects of a group run side by side. */
const quick = { groupOrder: 0 }
const whole = { groupOrder: 1 }
const installations = { groupOrder: 2 }
const browsers = { groupOrder: 3 }

export default defineConfig({
  test: {
    // Each requirement's id is a tag. Vitest throws at a tag that is not on this list, so a misspelled id is an error.
    tags: readRequirements().map(({ id, text }) => ({ name: id, description: text })),
    projects: [
      {
        test: {
          ...shared,
          name: "unit",
          sequence: quick,
          include: [`${ROOMS}/**/*.test.{ts,tsx}`, "tests/{check,stripe-sandbox,stripe-types}/**/*.test.ts"],
          exclude: [`${ROOMS}/**/*.server.test.ts`],
        },
      },
      {
        test: {
          ...shared,
          name: "db",
          sequence: quick,
          include: [`${ROOMS}/**/*.server.test.ts`, "tests/**/*.test.ts"],
          exclude: ["tests/{api,api-journey,check,e2e,platform,rooms,stripe-sandbox,stripe-types}/**"],
          globalSetup: postgres,
        },
      },
      { test: { ...shared, name: "rooms", sequence: whole, include: ["tests/rooms/**/*.test.ts"] } },
      {
        test: {
          ...shared,
          name: "api",
          sequence: whole,
          include: ["tests/{api,api-journey}/**/*.test.ts"],
          globalSetup: postgres,
        },
      },
      {
        // These start whole installations of their own, one after the other.
        test: {
          ...shared,
          name: "platform",
          sequence: installations,
          include: ["tests/platform/**/*.test.ts"],
          fileParallelism: false,
          testTimeout: 120_000,
        },
      },
      {
        // One Chromium at a time: two cores are few.
        test: {
          ...shared,
          name: "e2e",
          sequence: browsers,
          include: ["tests/e2e/**/*.test.ts"],
          globalSetup: postgres,
          fileParallelism: false,
          testTimeout: 90_000,
        },
      },
    ],
  },
})
