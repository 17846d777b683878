import { expect, it } from "vitest"
import { checkedCalls, documentedCalls } from "#tests/support/api-document.ts"

/** Run it with the tests that make the calls: `npm test tests/contract/api tests/e2e/api-journey tests/afterwards`. */
it("every call of the API has answered well in a test that held its answer against the document", {
  tags: ["API-109"],
}, () => {
  const checked = checkedCalls()
  const never = documentedCalls
    .map(({ method, path }) => `${method} ${path}`)
    .filter((call) => !checked.has(call))
  expect(never).toEqual([])
})
