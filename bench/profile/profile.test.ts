import { expect, it } from "vitest"
import { profileReport } from "./profile-report.ts"
import { type CpuProfile, packageOf, readProfile } from "./read-profile.ts"
import { unpackProfile } from "./unpack-profile.ts"

const frame = (functionName: string, url: string) => ({ functionName, url, lineNumber: 9 })
const file = "file:///srv/build/server/index.js"
const profile: CpuProfile = {
  nodes: [
    { id: 1, callFrame: frame("(root)", ""), children: [2] },
    { id: 2, callFrame: frame("loader", file), children: [3, 5] },
    { id: 3, callFrame: frame("query", "file:///srv/node_modules/pg/lib/client.js"), children: [4] },
    { id: 4, callFrame: frame("query", "file:///srv/node_modules/pg/lib/client.js") },
    { id: 5, callFrame: frame("write", "") },
  ],
  // One sample while it starts, four under load, one while it stops.
  samples: [2, 4, 4, 5, 2, 2],
  timeDeltas: [1_000, 10_000, 1_000, 1_000, 1_000, 50_000],
  startTime: 0,
}

it("counts what was sampled in the window, own time and time beneath, a recursion once", {
  tags: ["BENCH-2"],
}, () => {
  const read = readProfile(profile, { fromMs: 5, toMs: 20 })
  expect(read.samples).toBe(4)
  expect(read.packages).toEqual([
    { name: "pg", self: 2, total: 2 },
    { name: "Pushcart", self: 1, total: 4 },
    { name: "the runtime", self: 1, total: 1 },
  ])
  expect(profileReport(read, "home")).toContain("| `query` | pg/client.js:10 | 50.0% | 50.0% |")
})

it("knows whose file it is", { tags: ["BENCH-2"] }, () => {
  expect(packageOf("file:///srv/node_modules/@hono/node/dist/index.js")).toBe("@hono/node")
  expect(packageOf("file:///srv/node_modules/a/node_modules/b/index.js")).toBe("b")
  expect(packageOf("file:///srv/build/server/index.js")).toBe("Pushcart")
  expect(packageOf("node:zlib")).toBe("the runtime")
})

it("knows the packages apart in the one file that they are packed into", { tags: ["BENCH-2"] }, () => {
  const packed = ["// node_modules/pg/lib/client.js", "query()", "// build/server/index.js", "loader()"]
  const called = (lineNumber: number) => ({
    id: lineNumber,
    callFrame: { functionName: "called", url: file, lineNumber },
  })
  const { nodes } = unpackProfile({ ...profile, nodes: [called(1), called(3)] }, () => packed.join("\n"))
  expect(nodes.map(({ callFrame }) => packageOf(callFrame.url))).toEqual(["pg", "Pushcart"])
})
