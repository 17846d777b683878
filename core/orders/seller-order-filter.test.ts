import { expect, it } from "vitest"
import { codeIn, NO_FILTER, orderNumberIn, phoneIn, readOrderFilter } from "./seller-order-filter.ts"

it("reads what a seller looks for from the address, and leaves out what cannot be", {
  tags: ["SALE-21"],
}, () => {
  const read = (query: string) => readOrderFilter(new URLSearchParams(query))
  expect(read("")).toEqual(NO_FILTER)
  expect(read("q=%20Nora%00%20&day=2026-06-13&kind=pickup&status=ready+to+pick+up")).toEqual({
    search: "Nora",
    day: "2026-06-13",
    fulfilment: "pickup",
    status: "ready to pick up",
  })
  expect(read("day=late&status=placed")).toEqual({ ...NO_FILTER, day: "late", status: "placed" })
  expect(read("day=2026-13-45&kind=drone&status=lost")).toEqual(NO_FILTER)
})

it("understands numbers, codes and phone numbers as people write them", { tags: ["SALE-21"] }, () => {
  expect(["100001", "#100001", "Order 100001", "order #100001"].map(orderNumberIn)).toEqual(
    Array.from({ length: 4 }, () => 100001),
  )
  expect(["10 eggs", "Nora", "1234567890"].map(orderNumberIn)).toEqual([null, null, null])
  expect(["43d9", "43D9-JMQD", "43d9 jm", "eggs and ham"].map(codeIn)).toEqual([
    "43D9",
    "43D9-JMQD",
    "43D9-JM",
    null,
  ])
  expect(["(212) 555-0111", "+1 212-555-0111", "0111", "011", "Nora 0111"].map(phoneIn)).toEqual([
    "2125550111",
    "2125550111",
    "0111",
    null,
    null,
  ])
})
