import type { PlantedFault } from "./planted-fault.ts"

/** Text that a reader understands is rejected, cut, or stored with invisible characters. */
export const TYPED_TEXT: PlantedFault[] = [
  {
    title: "a routing number is rejected for the blanks that it was pasted with",
    file: "core/payouts/fields.ts",
    find: ".overwrite(ungrouped)\n  .regex(/^\\d{9}$/",
    replace: ".trim()\n  .regex(/^\\d{9}$/",
    test: {
      file: "core/payouts/fields.test.ts",
      name: "bank and market > takes both numbers in the groups that they are pasted in",
    },
  },
  {
    title: "an applicant is denied by the API for a reason that nobody can see",
    file: "server/api/v1/operations/approvals.ts",
    find: "reason: reasonField\n",
    replace: "reason: z.string().trim().max(300)\n",
    test: {
      file: "tests/contract/api/odd-texts.test.ts",
      name: "treats odd texts as the pages do, and stores no invisible characters",
    },
  },
]
