/** What a run reports of one test. */
export interface ReportedTest {
  name: string
  /** With its groups: "cart > adds once". */
  fullName: string
  state: "passed" | "failed" | "skipped" | "pending"
  errors: { name?: string; message: string }[]
}

export interface ReportedRun {
  tests: ReportedTest[]
  /** Why the file did not load, or one of its groups could not be set up. */
  problems: string[]
}

export type Verdict = { outcome: "green" | "red" } | { outcome: "error"; reason: string }

/** What a missing name or broken code throws: the replacement is wrong, and no test has looked at what it does. */
const NOT_CODE = ["ReferenceError", "SyntaxError"]
const TIMED_OUT = /^(Test|Hook) timed out in/

/**
 * How the named test ended. Only a test that ran and whose checks failed is red; a file that does not load, a hook that
 * fails and a test that ran out of time are errors, because they would look the same for any fault.
 */
export function judgeRun({ tests, problems }: ReportedRun, name: string): Verdict {
  const named = tests.filter((test) => test.name === name || test.fullName === name)
  const [test, other] = named
  if (other) return wrong(`there are ${named.length} tests called "${name}": add the groups to the name`)
  if (!test) return wrong(problems[0] ?? `there is no test called "${name}"`)
  if (test.state === "passed") return problems[0] ? wrong(problems[0]) : { outcome: "green" }
  if (test.state !== "failed") return wrong(problems[0] ?? `the test was ${test.state}`)
  const reason = test.errors.find(
    ({ name, message }) => NOT_CODE.includes(name ?? "") || TIMED_OUT.test(message),
  )
  return reason ? wrong(reason.message) : { outcome: "red" }
}

const wrong = (reason: string): Verdict => ({ outcome: "error", reason })
