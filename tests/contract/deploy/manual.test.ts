import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { asTyped, commandsIn, whyNotRun } from "../../manual/commands.ts"

const manual = readFileSync(join(import.meta.dirname, "../../../docs/operations.md"), "utf8")

it("finds a manual's commands, in blocks and sentences, once each and without comments", {
  tags: ["OPS-44"],
}, () => {
  const text =
    "Run `npm run doctor`, not `doctor`, and `npm run doctor` again.\n\n```sh\n# first\nkubectl apply -k x # now\n```\n\n```ini\nnpm run no\n```\n"
  expect(commandsIn(text)).toEqual(["kubectl apply -k x", "npm run doctor"])
})

it("puts a reader's own words in place of the manual's", { tags: ["OPS-44"] }, () => {
  expect(asTyped("npm run restore -- FILE deletions.jsonl")).toBe(
    "npm run restore -- $SCRATCH/pushcart.backup $SCRATCH/deletions.jsonl",
  )
  expect(asTyped("npm run faults -- rolling-deploy")).toBe("npm run faults -- --quick rolling-deploy")
})

it("names every command of the manual that is not run, and why; the others exist", {
  tags: ["OPS-44"],
}, () => {
  const commands = commandsIn(manual)
  expect(commands.length).toBeGreaterThan(30)
  const { scripts } = JSON.parse(
    readFileSync(join(import.meta.dirname, "../../../package.json"), "utf8"),
  ) as {
    scripts: Record<string, string>
  }
  const run = commands.filter((command) => !whyNotRun(command)).map(asTyped)
  const strange = run.filter((command) => {
    const script = /^(?:[A-Z_]+=\S* )*npm (?:run )?([\w:-]+)/.exec(command)?.[1]
    return script
      ? !(script in scripts)
      : !/^(openssl rand|kubectl kustomize|node_modules\/\.bin\/)/.test(command)
  })
  expect(strange).toEqual([])
})
