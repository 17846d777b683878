import type { ServerBuild } from "react-router"
import { expect, it } from "vitest"
import { pathsWithoutFrame } from "./paths-without-frame.ts"

const page = { default: () => null }
const data = { loader: () => null }
const routes = [
  { id: "root", path: "", module: page },
  { id: "start", parentId: "root", index: true, module: page },
  { id: "customers", parentId: "root", module: page },
  { id: "pay", parentId: "customers", path: "pay", module: page },
  { id: "return", parentId: "customers", path: "pay/return", module: data },
  { id: "account", parentId: "root", path: "account", module: page },
  { id: "export", parentId: "account", path: "export", module: data },
  { id: "picture", parentId: "root", path: "pictures/:id", module: data },
]
const build = {
  routes: Object.fromEntries(routes.map((route) => [route.id, route])),
} as unknown as ServerBuild

it("names what leads on or answers data, and nothing that is drawn or has parameters", {
  tags: ["WEAK-17"],
}, () => {
  expect([...pathsWithoutFrame(build)]).toEqual(["/pay/return", "/account/export"])
})
