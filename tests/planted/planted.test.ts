import { describe, expect, it } from "vitest"
import { chooseFaults, readChoice } from "../planted/choose-faults.ts"
import { judgeRun, type ReportedTest } from "../planted/judge-run.ts"
import { plantFault } from "../planted/plant-fault.ts"
import { nameOf, type PlantedFault } from "../planted/planted-fault.ts"
import { PLANTED_FAULTS } from "../planted-faults.ts"

const fault = (find: string, replace: string): PlantedFault => ({
  title: "a rule is gone",
  file: "core/rule.ts",
  find,
  replace,
  test: { file: "core/rule.test.ts", name: "holds the rule" },
})

describe("planting a fault", () => {
  const source = "if (a) throw no()\nif (b) throw no()\n"

  it("replaces the text and leaves the rest as it is", () => {
    expect(plantFault(source, fault("if (b) throw no()", ""))).toBe("if (a) throw no()\n\n")
  })

  it.each([
    ["is not there", fault("if (c)", "")],
    ["is there twice", fault("throw no()", "")],
    ["is empty", fault("", "return")],
    ["is replaced by itself", fault("if (b)", "if (b)")],
  ])("is an error where the text to find %s", (_, wrong) => {
    expect(() => plantFault(source, wrong)).toThrow(/^core\/rule\.ts/)
  })
})

describe("the verdict on a planted fault", () => {
  const test = (facts: Partial<ReportedTest> = {}): ReportedTest => ({
    name: "holds the rule",
    fullName: "rules > holds the rule",
    state: "failed",
    errors: [{ name: "AssertionError", message: "expected 1 to be 2" }],
    ...facts,
  })
  const judge = (tests: ReportedTest[], problems: string[] = [], name = "holds the rule") =>
    judgeRun({ tests, problems }, name)

  it("is red where the named test failed, and green where it passed, whatever the others did", () => {
    const other = test({ name: "something else", fullName: "rules > something else", state: "passed" })
    expect(judge([other, test()])).toEqual({ outcome: "red" })
    expect(judge([test({ state: "passed", errors: [] }), { ...other, state: "failed" }])).toEqual({
      outcome: "green",
    })
    expect(judge([test()], [], "rules > holds the rule")).toEqual({ outcome: "red" })
  })

  it.each<[string, ReportedTest[], string[]]>([
    ["no test has the name", [], []],
    ["two tests have the name", [test(), test({ fullName: "other rules > holds the rule" })], []],
    ["the file does not load", [], ["Cannot find module './gone.ts'"]],
    ["its database could not be made", [test({ state: "skipped", errors: [] })], ["connection refused"]],
    ["it was skipped", [test({ state: "skipped", errors: [] })], []],
    ["it ran out of time", [test({ errors: [{ message: "Test timed out in 30000ms." }] })], []],
    [
      "the replacement names what is not there",
      [test({ errors: [{ name: "ReferenceError", message: "ctx is not defined" }] })],
      [],
    ],
  ])("is an error where %s", (_, tests, problems) => {
    expect(judge(tests, problems)).toEqual({ outcome: "error", reason: expect.any(String) })
  })
})

describe("choosing planted faults", () => {
  const names = (choice: Parameters<typeof chooseFaults>[1]) =>
    chooseFaults(PLANTED_FAULTS, choice).map(nameOf)

  it("draws the same ones for the same seed, and others for another", () => {
    const drawn = names({ sample: 5, seed: "83fd5d8" })
    expect(new Set(drawn).size).toBe(5)
    expect(names({ sample: 5, seed: "83fd5d8" })).toEqual(drawn)
    const others = Array.from({ length: 20 }, (_, n) => names({ sample: 5, seed: `seed ${n}` }))
    expect(new Set(others.flat()).size).toBeGreaterThan(30)
  })

  it("finds them by a word of their name or of a path", () => {
    expect(names({ only: "MONEY:" })).toEqual(
      PLANTED_FAULTS.filter((f) => f.category === "money").map(nameOf),
    )
    expect(names({ only: "settle-payment" })).toEqual(
      PLANTED_FAULTS.filter((f) => f.file.includes("settle-payment")).map(nameOf),
    )
    expect(names({ only: "no such thing" })).toEqual([])
  })

  it("takes no other option, no sample of nothing and no seed alone", () => {
    expect(readChoice(["--sample", "5", "--seed", "abc"])).toEqual({ sample: 5, seed: "abc" })
    for (const args of [["--all"], ["--sample", "0"], ["--sample", "some"], ["--seed", "abc"], ["money"]])
      expect(() => readChoice(args)).toThrow()
  })
})

it("names every planted fault once", () => {
  expect(new Set(PLANTED_FAULTS.map(nameOf)).size).toBe(PLANTED_FAULTS.length)
})
