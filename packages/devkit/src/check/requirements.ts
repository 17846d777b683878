import { root } from "../start/start-everything.ts"
import { type Fault, printed } from "./fault.ts"
import { type Requirement, readRequirements, SLOW } from "./read-requirements.ts"
import { readTaggedTests, type TaggedTest } from "./tagged-tests.ts"

/** The mismatches between the requirements and the tests. */
export function requirementFaults(requirements: Requirement[], tests: TaggedTest[]): Fault[] {
  const known = new Set<string>()
  const covered = new Set(tests.flatMap(({ tags }) => tags))
  const inDocument = requirements.flatMap(({ id, line }) => {
    const isSecond = known.has(id)
    known.add(id)
    const message = isSecond ? `${id} is used twice.` : covered.has(id) ? null : `${id} has no test.`
    return message ? [{ file: "docs/requirements.md", line, message }] : []
  })
  const inTests = tests.flatMap(({ file, line, name, tags }) =>
    tags
      .filter((tag) => tag !== SLOW && !known.has(tag))
      .map((tag) => ({ file, line, message: `${tag} is no requirement: ${name}` })),
  )
  return [...inDocument, ...inTests]
}

/** The id of the next requirement of an area such as CART; undefined for an unknown area. */
export function nextId(requirements: Requirement[], area: string): string | undefined {
  const numbers = requirements.flatMap(({ id }) => {
    const [of, number] = id.split("-")
    return of === area ? [Number(number)] : []
  })
  return numbers.length === 0 ? undefined : `${area}-${Math.max(...numbers) + 1}`
}

/** A report of each requirement with the tests that have its id. */
export const coverage = (requirements: Requirement[], tests: TaggedTest[]): string =>
  requirements
    .map(({ id, text }) => {
      const holding = tests.filter(({ tags }) => tags.includes(id))
      const lines = holding.map(({ file, name }) => `  ${file}: ${name}`)
      return [`${id} — ${text}`, ...(lines.length > 0 ? lines : ["  no test"])].join("\n")
    })
    .join("\n")

async function read() {
  const requirements = readRequirements()
  const { tests, faults } = await readTaggedTests(root)
  return { requirements, tests, faults: [...faults, ...requirementFaults(requirements, tests)] }
}

/** For `npm run check`: the faults, or undefined. */
export const checkRequirements = async (): Promise<string | undefined> => printed((await read()).faults)

/**
 * npm run requirements: which test covers which requirement, for all or for the named ids. `next CART` prints the id of
 * the next one of an area.
 */
async function print(named: string[]): Promise<number> {
  if (named[0] === "next") return printNext(named[1] ?? "")
  const { requirements, tests, faults } = await read()
  const unknown = named.filter((id) => !requirements.some((one) => one.id === id))
  for (const id of unknown) console.error(`${id} is no requirement. docs/requirements.md lists them.`)
  if (named.length > 0) {
    const shown = requirements.filter(({ id }) => named.includes(id))
    if (shown.length > 0) console.log(coverage(shown, tests))
    return unknown.length > 0 || shown.some(({ id }) => !tests.some(({ tags }) => tags.includes(id))) ? 1 : 0
  }
  console.log(coverage(requirements, tests))
  if (faults.length > 0) console.error(printed(faults))
  console.log(`${requirements.length} requirements, ${faults.length} problems`)
  return faults.length > 0 || requirements.length === 0 ? 1 : 0
}

function printNext(area: string): number {
  const id = nextId(readRequirements(), area)
  if (id) console.log(id)
  else console.error(`No requirement is of the area "${area}". docs/requirements.md has them all.`)
  return id ? 0 : 1
}

if (import.meta.main) process.exit(await print(process.argv.slice(2)))
