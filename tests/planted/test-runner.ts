import { join } from "node:path"
import pTimeout from "p-timeout"
import { createVitest, type TestModule, type Vitest } from "vitest/node"
import { judgeRun, type ReportedRun, type Verdict } from "./judge-run.ts"
import type { PlantedFault } from "./planted-fault.ts"

type NamedTest = PlantedFault["test"]

/** A test ends by its own timeout. A run that takes longer than this hangs, whether of one test or all of them. */
const ONE_MS = 150_000
const ALL_MS = 900_000

/**
 * Runs Vitest in this process, so that Vitest and PostgreSQL start only once and a run loads only what changed. Report
 * every change of a file with `changed`, or the next run uses the old contents. A run that hangs throws.
 */
export async function startTestRunner(root: string) {
  let vitest = await create(root)

  async function run(tests: readonly NamedTest[]): Promise<Verdict[]> {
    vitest.setGlobalTestNamePattern(patternOf(tests))
    const files = [...new Set(tests.map(({ file }) => join(root, file)))]
    const specifications = (await vitest.globTestSpecifications(files)).filter(({ moduleId }) =>
      files.includes(moduleId),
    )
    const limitMs = tests.length > 1 ? ALL_MS : ONE_MS
    const result = await pTimeout(vitest.runTestSpecifications(specifications), {
      milliseconds: limitMs,
      fallback: () => null,
    })
    if (!result) {
      // A run that hangs cannot be canceled. It is abandoned with its runner, and ends with this process.
      vitest = await create(root)
      throw new Error(`the run did not end in ${limitMs / 1000} s`)
    }
    return tests.map(({ file, name }) => {
      const modules = result.testModules.filter(({ moduleId }) => moduleId === join(root, file))
      return judgeRun(reportOf(modules), name)
    })
  }

  return {
    run,
    changed: (file: string) => vitest.invalidateFile(join(root, file)),
    close: () => vitest.close(),
  }
}

async function create(root: string): Promise<Vitest> {
  const vitest = await createVitest("test", {
    root,
    // Only the projects of the named tests: the setups of other projects would build the product and start
    // installations.
    project: ["unit", "db", "api", "contract"],
    watch: false,
    reporters: [{}],
    silent: true,
    cache: false,
  })
  await vitest.standalone()
  return vitest
}

/** Vitest matches the pattern against the test's name with its groups; the separator is internal to Vitest. */
function patternOf(tests: readonly NamedTest[]): RegExp {
  const names = tests.map(({ name }) => name.split(" > ").map(RegExp.escape).join(".*"))
  return new RegExp(`(^| )(${names.join("|")})$`)
}

function reportOf(modules: readonly TestModule[]): ReportedRun {
  const suites = modules.flatMap((module) => [module, ...module.children.allSuites()])
  return {
    problems: suites.flatMap((suite) => suite.errors().map(({ message }) => message)),
    tests: modules
      .flatMap((module) => [...module.children.allTests()])
      .map((test) => {
        const { state, errors } = test.result()
        return { name: test.name, fullName: test.fullName, state, errors: [...(errors ?? [])] }
      }),
  }
}
