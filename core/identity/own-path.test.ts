import { expect, it } from "vitest"
import { ownPath, withNext } from "./own-path.ts"

it.each(["/order?OrderID=7", "/market-info?market=1&category=Ice%20Cream#market-2", "/"])(
  "takes %s along as a path of this site",
  { tags: ["GUARD-10"] },
  (path) => {
    expect(ownPath(path)).toBe(path)
  },
)

const ELSEWHERE = [
  null,
  "",
  "order",
  "//evil.example",
  "/\\evil.example",
  "/\t/evil.example",
  "/.//evil.example",
  "/./\\evil.example",
  "\\\\evil.example",
  " //evil.example",
  "https://evil.example/order",
  "https:evil.example",
  "javascript:alert(1)",
  `/${"a".repeat(1_000)}`,
]

it("takes nothing along that could lead to another site", { tags: ["GUARD-10"] }, () => {
  for (const text of ELSEWHERE) expect([text, ownPath(text)]).toEqual([text, null])
})

it("carries the path as one parameter, whatever is in it", { tags: ["GUARD-10"] }, () => {
  const page = withNext("/login?tab=register", "/order?OrderID=7&x=1")
  expect(page).toBe("/login?tab=register&next=%2Forder%3FOrderID%3D7%26x%3D1")
  expect(new URL(page, "http://localhost").searchParams.get("next")).toBe("/order?OrderID=7&x=1")
  expect(withNext("/login", null)).toBe("/login")
})
