import { expect, it } from "vitest"
import { differences } from "./counts.ts"

const backedUp = {
  tables: { "public.orders": 3, "public.zips": 9 },
  accounts: { platform: 40, "seller 1": -899 },
}

it("finds nothing where every table has its rows and every account its cents", { tags: ["OPS-48"] }, () => {
  expect(differences(backedUp, structuredClone(backedUp))).toEqual([])
})

it("says each table and each account that differs, and one that is missing or was not there", {
  tags: ["OPS-48"],
}, () => {
  const restored = {
    tables: { "public.orders": 2, "public.later": 1 },
    accounts: { platform: 40, "seller 2": 1 },
  }
  expect(differences(backedUp, restored)).toEqual([
    "public.later: the table was not there when the backup was made.",
    "public.orders: 2 rows were restored, and there were 3.",
    "public.zips: the table is missing, and had 9 rows.",
    "Ledger of seller 1: the entries add up to $0.00, and added up to -$8.99.",
    "Ledger of seller 2: the entries add up to $0.01, and added up to $0.00.",
  ])
})
