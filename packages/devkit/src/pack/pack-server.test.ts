import { expect, it } from "vitest"
import { namesFolder } from "./pack-server.ts"

it("knows a folder's name from a word that begins or ends like it", { tags: ["START-9"] }, () => {
  for (const line of [
    'const root = "/app";',
    "import('/app/server/index.ts')",
    'url = "file:///app/node_modules/sharp/lib/index.js"',
    "__dirname = `/app`",
  ])
    expect([line, namesFolder(line, "/app")]).toEqual([line, true])
  for (const line of [
    'authorizationEndpoint: "https://appleid.apple.com/auth/authorize",',
    'docs: "https://example.com/app/start",',
    'route("../app/root.tsx")',
    'path: "/application/json"',
    'path: "/app-store"',
  ])
    expect([line, namesFolder(line, "/app")]).toEqual([line, false])
  expect(namesFolder("at C:/shop (new)/x.ts", "C:/shop (new)")).toBe(true)
  expect(namesFolder("at /app/x.ts", "/app/")).toBe(true)
})
