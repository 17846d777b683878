import { describe, expect, it } from "vitest"
import { printed } from "./fault.ts"
import { readRequirements } from "./read-requirements.ts"
import { coverage, nextId, requirementFaults } from "./requirements.ts"
import { taggedTests } from "./tagged-tests.ts"

const DOCUMENT = `# Requirements

## Cart

- **CART-1** — The cart shows what is in it.
- **CART-2** — An empty cart says so.

A sentence about **CART-3** — no requirement.
`

const SOURCE = `
describe("the cart", { tags: ["CART-1"] }, () => {
  it("says that it is empty", { timeout: 1000, tags: ["CART-2"] }, async () => {})
  it.each([1, 2])("adds %s", { tags: ["CART-1", "CART-9"] }, () => {})
  it("has no tag", () => {})
})
for (const way of WAYS) it.skipIf(!way)(\`works \${way} too\`, { tags: ["CART-2"] }, () => {})
other("is no test", { tags: ["CART-8"] })
`

describe("the requirements", () => {
  it("are the lines of the document", { tags: ["OPS-19"] }, () => {
    expect(readRequirements(DOCUMENT)).toEqual([
      { id: "CART-1", text: "The cart shows what is in it.", line: 5 },
      { id: "CART-2", text: "An empty cart says so.", line: 6 },
    ])
  })

  it("are held by the tests and groups that carry their ids", { tags: ["OPS-19"] }, () => {
    const { tests } = taggedTests("cart.test.ts", SOURCE)
    expect(tests.map(({ name, tags }) => [name, ...tags])).toEqual([
      ["the cart", "CART-1"],
      ["the cart › says that it is empty", "CART-2"],
      ["the cart › adds %s", "CART-1", "CART-9"],
      ["works … too", "CART-2"],
    ])
    expect(coverage(readRequirements(DOCUMENT).slice(1), tests)).toBe(
      [
        "CART-2 — An empty cart says so.",
        "  cart.test.ts: the cart › says that it is empty",
        "  cart.test.ts: works … too",
      ].join("\n"),
    )
  })

  it("are in order only where each has a test, no id is used twice, and each tag is one", {
    tags: ["OPS-19"],
  }, async () => {
    const { tests } = taggedTests("cart.test.ts", SOURCE)
    const [first, second] = readRequirements(DOCUMENT)
    expect(printed(requirementFaults([first!, second!], []))).toBe(
      "docs/requirements.md:5: CART-1 has no test.\ndocs/requirements.md:6: CART-2 has no test.",
    )
    const third = { id: "CART-3", text: "More.", line: 8 }
    expect(printed(requirementFaults([first!, second!, { ...first!, line: 7 }, third], tests))).toBe(
      [
        "docs/requirements.md:7: CART-1 is used twice.",
        "docs/requirements.md:8: CART-3 has no test.",
        "cart.test.ts:4: CART-9 is no requirement: the cart › adds %s",
      ].join("\n"),
    )
    expect(printed([])).toBeUndefined()
  })

  it("have a next id in each area", { tags: ["OPS-19"] }, () => {
    const ids = ["CART-2", "CART-10", "PAY-44"]
    const requirements = ids.map((id, line) => ({ id, text: "", line }))
    expect(nextId(requirements, "CART")).toBe("CART-11")
    expect(nextId(requirements, "PAY")).toBe("PAY-45")
    expect(nextId(requirements, "CAR")).toBeUndefined()
  })

  it("cannot be read from tags that are not written out, and the check names file and line", {
    tags: ["OPS-19"],
  }, () => {
    const faultsOf = (tags: string) =>
      printed(taggedTests("a.test.ts", `\nit("x", { tags: ${tags} })`).faults)
    expect(faultsOf("TAGS")).toBe("a.test.ts:2: x: write its tags out as a list.")
    for (const tags of ["[TAG]", '[...["CART-1"], "CART-2"]'])
      expect(faultsOf(tags)).toBe("a.test.ts:2: x: write each of its tags out as a string.")
  })
})
