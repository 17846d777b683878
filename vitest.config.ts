import { readRequirements, SLOW } from "@pushcart/devkit/read-requirements"
import { defineConfig } from "vitest/config"

/** Under Bun, Vitest's other pools do not work. */
const shared = {
  pool: "threads" as const,
  testTimeout: 60_000,
  hookTimeout: 120_000,
  restoreMocks: true,
  // A poll ends as soon as it passes. Vitest's one second is too short where two suites share two cores.
  expect: { poll: { timeout: 20_000 } },
}
const postgres = ["./tests/support/start-postgres.ts"]
const built = ["./tests/support/build-once.ts", ...postgres]
/** PostgreSQL, and an installation for each worker that asks for one. */
const installations = ["./tests/support/build-once.ts", "./tests/support/start-installations.ts"]
const FOLDERS = "{app,bench,core,db,packages,party,server,workers}"
/** These start the sandbox as a program of its own. */
const SANDBOX_TESTS = "packages/stripe-sandbox/tests/**/*.test.ts"

/** Groups run one after the other, the quick ones first; the projects of a group run side by side. */
const quick = { groupOrder: 0 }
const whole = { groupOrder: 1 }
const browsers = { groupOrder: 2 }
const afterwards = { groupOrder: 3 }

export default defineConfig({
  test: {
    maxWorkers: 2,
    // Recorded files change only by `npm run baseline -- --update`; one that is missing fails.
    update: "none",
    // Each requirement's id is a tag. Vitest throws at a tag that is not on this list, so a misspelled id is an error.
    tags: [
      ...readRequirements().map(({ id, text }) => ({ name: id, description: text })),
      { name: SLOW, description: "Left out of npm run test:quick." },
    ],
    projects: [
      {
        // Rules: nothing but the code.
        test: {
          ...shared,
          name: "unit",
          sequence: quick,
          isolate: false,
          include: [`${FOLDERS}/**/*.test.{ts,tsx}`, "tests/planted/**/*.test.ts"],
          exclude: [`${FOLDERS}/**/*.server.test.ts`, SANDBOX_TESTS],
        },
      },
      {
        // Commands and queries, each file with a database of its own.
        test: {
          ...shared,
          name: "db",
          sequence: quick,
          include: [`${FOLDERS}/**/*.server.test.ts`, "tests/{statements,support}/**/*.test.ts"],
          globalSetup: postgres,
        },
      },
      {
        // The API's calls, without a server around them.
        test: {
          ...shared,
          name: "api",
          sequence: quick,
          include: ["tests/contract/api/**/*.test.ts"],
          globalSetup: postgres,
        },
      },
      {
        // What else others rely on: the rooms, the queues, the Stripe sandbox. And the simulation's fixed seeds.
        test: {
          ...shared,
          name: "contract",
          sequence: quick,
          include: ["tests/contract/**/*.test.ts", "tests/simulation/**/*.test.ts", SANDBOX_TESTS],
          exclude: ["tests/contract/api/**"],
          globalSetup: postgres,
        },
      },
      {
        // Pages and forms over HTTP, as a browser without JavaScript has them; files share an installation.
        test: {
          ...shared,
          name: "http",
          sequence: quick,
          isolate: false,
          include: ["tests/e2e/http/**/*.test.ts"],
          globalSetup: installations,
        },
      },
      {
        // Each file records what one server of its own answers.
        test: {
          ...shared,
          name: "baseline",
          sequence: whole,
          include: ["tests/baseline/**/*.test.ts"],
          globalSetup: built,
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        // These start whole installations of their own.
        test: {
          ...shared,
          name: "installations",
          sequence: whole,
          include: ["tests/e2e/{installations,api-journey}/**/*.test.ts"],
          globalSetup: built,
          testTimeout: 120_000,
        },
      },
      {
        test: {
          ...shared,
          name: "browser",
          sequence: browsers,
          isolate: false,
          include: ["tests/e2e/browser/**/*.test.ts"],
          globalSetup: installations,
          // Each step has a shorter timeout, whose message names it (tests/support/browser.ts).
          testTimeout: 180_000,
        },
      },
      {
        // What the others have covered together.
        test: {
          ...shared,
          name: "afterwards",
          sequence: afterwards,
          include: ["tests/afterwards/**/*.test.ts"],
        },
      },
    ],
  },
})
