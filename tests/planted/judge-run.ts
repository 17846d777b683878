/** The reported result of one test. */
export interface ReportedTest {
  name: string
  /** The name with its groups: "cart > adds once". */
  fullName: string
  state: "passed" | "failed" | "skipped" | "pending"
  errors: { name?: string; message: string }[]
}

export interface ReportedRun {
  tests: ReportedTest[]
  /** Reasons why the file did not load, or why one of its groups could not be set up. */
  problems: string[]
}

export type Verdict = { outcome: "green" | "red" } | { outcome: "error"; reason: string }

/**
 * Errors that a missing name or invalid code throws. They mean that the replacement is wrong and no test has checked
 * it.
 */
const NOT_CODE = ["ReferenceError", "SyntaxError"]
const TIMED_OUT = /^(Test|Hook) timed out in/

/**
 * Returns how the named test ended. Only a test that ran and whose checks failed counts as red. A file that does not
 * load, a hook that fails and a timeout are errors, because any fault could cause them.
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
