import { afterEach, expect, it } from "vitest"
import { freePort } from "../../../../server/cli/ports.ts"
import { type Fake, garbage, json, startFake, status } from "../../../../tests/support/fake-service.ts"
import { auditDependencies, judgeAudit } from "./audit-dependencies.ts"

let registry: Fake | undefined
afterEach(async () => {
  await registry?.close()
  registry = undefined
})

const hole = (severity: string) => ({
  react: [
    {
      id: 1,
      title: "A hole",
      severity,
      url: "https://advisories.test/1",
      vulnerable_versions: "<99",
      cwe: [],
    },
  ],
})
const asking = (url: string) =>
  auditDependencies({ ...process.env, npm_config_registry: url, BUN_CONFIG_REGISTRY: url })

async function answered(...answers: Parameters<Fake["answers"]>) {
  registry = await startFake()
  registry.answers(...answers)
  return judgeAudit(await asking(`${registry.url}/`))
}

it.each(["high", "critical"])(
  "fails the check for a %s hole, and names package and advisory",
  { tags: ["OPS-16"] },
  async (severity) => {
    const { problem } = await answered(json(hole(severity)))
    expect(problem).toBe(`${severity}: react: A hole (https://advisories.test/1)`)
  },
)

it("tells of a moderate one without failing, and says nothing of none", { tags: ["OPS-16"] }, async () => {
  expect(await answered(json(hole("moderate")))).toEqual({ note: expect.stringContaining("moderate: react") })
  await registry?.close()
  expect(await answered(json({}))).toEqual({})
})

it("says aloud that nothing is known where the registry refuses, babbles or is not there", {
  tags: ["OPS-16"],
}, async () => {
  for (const answer of [status(405), status(503), garbage]) {
    expect(await answered(answer)).toEqual({ note: expect.stringContaining("NOT ASKED") })
    await registry?.close()
  }
  const nowhere = `http://127.0.0.1:${await freePort()}/`
  expect(judgeAudit(await asking(nowhere))).toEqual({ note: expect.stringContaining("NOT ASKED") })
})
