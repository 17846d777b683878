import { describe, expect, it } from "vitest"
import { readRequirements } from "./read-requirements.ts"
import { coverage, requirementProblems } from "./requirements.ts"
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
      { id: "CART-1", text: "The cart shows what is in it." },
      { id: "CART-2", text: "An empty cart says so." },
    ])
  })

  it("are held by the tests and groups that carry their ids", { tags: ["OPS-19"] }, async () => {
    const tests = await taggedTests("cart.test.ts", SOURCE)
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
    const tests = await taggedTests("cart.test.ts", SOURCE)
    const [first, second] = readRequirements(DOCUMENT)
    expect(requirementProblems([first!, second!], [])).toEqual(["CART-1 has no test.", "CART-2 has no test."])
    expect(requirementProblems([first!, second!, first!, { id: "CART-3", text: "More." }], tests)).toEqual([
      "CART-1 is used twice.",
      "CART-3 has no test.",
      "CART-9 is no requirement: cart.test.ts: the cart › adds %s",
    ])
  })

  it("cannot be read from tags that are not written out", { tags: ["OPS-19"] }, async () => {
    await expect(taggedTests("a.test.ts", 'it("x", { tags: TAGS }, () => {})')).rejects.toThrow(
      "a.test.ts: x",
    )
    await expect(taggedTests("a.test.ts", 'it("x", { tags: [TAG] }, () => {})')).rejects.toThrow(
      "a.test.ts: x",
    )
  })
})
