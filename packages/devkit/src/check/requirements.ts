import { root } from "../start/start-everything.ts"
import { type Requirement, readRequirements, SLOW } from "./read-requirements.ts"
import { readTaggedTests, type TaggedTest } from "./tagged-tests.ts"

/** What is wrong between the requirements and the tests, a sentence each. */
export function requirementProblems(requirements: Requirement[], tests: TaggedTest[]): string[] {
  const ids = requirements.map(({ id }) => id)
  const known = new Set(ids)
  const covered = new Set(tests.flatMap(({ tags }) => tags))
  return [
    ...new Set(ids.filter((id, index) => ids.indexOf(id) < index).map((id) => `${id} is used twice.`)),
    ...[...known].filter((id) => !covered.has(id)).map((id) => `${id} has no test.`),
    ...tests.flatMap(({ file, name, tags }) =>
      tags
        .filter((tag) => tag !== SLOW && !known.has(tag))
        .map((tag) => `${tag} is no requirement: ${file}: ${name}`),
    ),
  ]
}

/** Each requirement with the tests that carry its id. */
export const coverage = (requirements: Requirement[], tests: TaggedTest[]): string =>
  requirements
    .map(({ id, text }) => {
      const holding = tests.filter(({ tags }) => tags.includes(id))
      const lines = holding.map(({ file, name }) => `  ${file}: ${name}`)
      return [`${id} — ${text}`, ...(lines.length > 0 ? lines : ["  no test"])].join("\n")
    })
    .join("\n")

/** For `npm run check`: what is wrong, or nothing. */
export async function checkRequirements(): Promise<string | undefined> {
  const problems = requirementProblems(readRequirements(), await readTaggedTests(root))
  return problems.length === 0 ? undefined : problems.join("\n")
}

/** npm run requirements: which test covers which requirement, of all or of the ids that are named. */
async function print(asked: string[]): Promise<number> {
  const requirements = readRequirements()
  const tests = await readTaggedTests(root)
  const unknown = asked.filter((id) => !requirements.some((one) => one.id === id))
  for (const id of unknown) console.error(`${id} is no requirement. docs/requirements.md lists them.`)
  if (asked.length > 0) {
    const shown = requirements.filter(({ id }) => asked.includes(id))
    if (shown.length > 0) console.log(coverage(shown, tests))
    return unknown.length > 0 || shown.some(({ id }) => !tests.some(({ tags }) => tags.includes(id))) ? 1 : 0
  }
  console.log(coverage(requirements, tests))
  const problems = requirementProblems(requirements, tests)
  for (const problem of problems) console.error(problem)
  console.log(`${requirements.length} requirements, ${problems.length} problems`)
  return problems.length > 0 || requirements.length === 0 ? 1 : 0
}

if (import.meta.main) process.exit(await print(process.argv.slice(2)))
