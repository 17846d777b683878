import { describe, expect, it } from "vitest"
import { printed } from "./fault.ts"
import { biomeFaults, compilerFaults, knipFaults } from "./tool-faults.ts"

describe("a fault is printed as path:line: message", () => {
  it("by Biome, for what it lints and for a file with the wrong format", { tags: ["OPS-17"] }, () => {
    const output = [
      "× app/routes/dev/ui.tsx:12:10: lint/suspicious/noExplicitAny: Unexpected any.",
      "! core/money.ts:3:1: lint/style/useConst: This let declares a variable that is only assigned once.",
      "× core/money.ts: format: File content differs from formatting output",
      "Checked 2 files in 177ms. No fixes applied.",
      "Found 2 errors.",
    ].join("\n")
    expect(printed(biomeFaults(output))).toBe(
      [
        "app/routes/dev/ui.tsx:12: lint/suspicious/noExplicitAny: Unexpected any.",
        "core/money.ts:3: lint/style/useConst: This let declares a variable that is only assigned once.",
        "core/money.ts:1: format: File content differs from formatting output",
      ].join("\n"),
    )
  })

  it("by the compiler, with the lines that explain it", { tags: ["OPS-17"] }, () => {
    const output = [
      "app/root.tsx(69,35): error TS2739: Type 'A' is missing the following properties.",
      "  The types of 'b' are incompatible.",
      "core/money.ts(3,1): error TS2304: Cannot find name 'cents'.",
      "",
    ].join("\n")
    expect(printed(compilerFaults(output))).toBe(
      [
        "app/root.tsx:69: error TS2739: Type 'A' is missing the following properties.",
        "  The types of 'b' are incompatible.",
        "core/money.ts:3: error TS2304: Cannot find name 'cents'.",
      ].join("\n"),
    )
  })

  it("by knip, for files, exports and dependencies", { tags: ["OPS-17"] }, () => {
    const report = {
      issues: [
        { file: "core/dead.ts", files: [{ name: "core/dead.ts" }], exports: [] },
        { file: "core/money.ts", files: [], exports: [{ name: "half", line: 8, col: 14, pos: 99 }] },
        { file: "package.json", dependencies: [{ name: "left-pad", line: 40, col: 6 }] },
        {
          file: "core/twice.ts",
          duplicates: [
            [
              { name: "a", line: 2 },
              { name: "b", line: 3 },
            ],
          ],
        },
      ],
    }
    expect(printed(knipFaults(JSON.stringify(report)))).toBe(
      [
        "core/dead.ts:1: unused file",
        "core/money.ts:8: exports: half",
        "package.json:40: dependencies: left-pad",
        "core/twice.ts:2: duplicates: a",
        "core/twice.ts:3: duplicates: b",
      ].join("\n"),
    )
  })
})
