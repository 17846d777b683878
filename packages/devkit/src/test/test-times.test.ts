import { expect, it } from "vitest"
import { timesTable } from "./test-times.ts"

const file = (name: string, ...durations: number[]) => ({
  name: `/code/${name}`,
  assertionResults: durations.map((duration) => ({ duration })),
})

it("says where the time of a test run went, largest first", () => {
  const files = [
    file("core/money.test.ts", 20, 50),
    file("core/cart/add.server.test.ts", 400),
    file("tests/e2e/browser/pay.test.ts", 3_000, 2_000),
    file("tests/e2e/http/pay.test.ts", 600),
  ]
  const costs = [
    { name: "build", seconds: 12 },
    { name: "installation", seconds: 2 },
    { name: "installation", seconds: 3 },
  ]
  const lines = timesTable(files, costs, "/code").split("\n").slice(1)
  expect(lines).toEqual([
    "",
    "Fixed costs: 17.0 s",
    "    12.0 s     1 times  build",
    "     5.0 s     2 times  installation",
    "",
    "Kinds of test: 6.1 s",
    "     5.0 s     2 tests  tests/e2e/browser",
    "     0.6 s     1 tests  tests/e2e/http",
    "     0.4 s     1 tests  commands and queries",
    "     0.1 s     2 tests  rules",
    "",
    "Files: 6.1 s",
    "     5.0 s     2 tests  tests/e2e/browser/pay.test.ts",
    "     0.6 s     1 tests  tests/e2e/http/pay.test.ts",
    "     0.4 s     1 tests  core/cart/add.server.test.ts",
    "     0.1 s     2 tests  core/money.test.ts",
  ])
})
