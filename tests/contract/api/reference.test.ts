import { createHash } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { OPERATIONS } from "#server/api/v1/operations/index.ts"
import { API_DOCUMENT, apiDocument } from "#server/cli/api-document.ts"
import { API_TABLE, apiTable, readTests, testsOf } from "#server/cli/api-table.ts"
import { createTestApi } from "#tests/support/api.ts"
import { document, documentedCalls, errorsAgainst } from "#tests/support/api-document.ts"
import { useDatabase } from "#tests/support/database.ts"

/** Every specified call; `{product}` is Pushcart. */
const SPECIFIED_CALLS = `
POST /auth/login, POST /auth/register, POST /auth/logout, GET /auth/customerInfo, GET /auth/customerEmail,
PUT /auth/updatePassword/, POST /seller/LoginSeller, POST /seller/RegisterSeller, POST /seller/LogoutSeller,
GET /seller/getSellerInformation, GET /seller/sellerEmail, PUT /seller/updatePassword/, POST /seller/ConnectAccount,
GET /seller/getrequirements, PUT /seller/requirements, POST /seller/payoutForSeller, POST /seller/createSubscription,
POST /seller/cancelSubscription, POST /seller/updateCard, POST /admin/loginAdmin, GET /admin/logoutAdmin,
GET /admin/approvalSeller, GET /admin/getImages/{id}, GET /admin/delivererNeedOfApproval,
GET /admin/getImagesDeliverers/{id}, PUT /admin/approveSeller/{id}, PUT /admin/denySeller/{id},
PUT /admin/approveDeliverer/{id}, PUT /admin/denyDeliverer/{id}, GET /admin/SellersApproved, GET /admin/SellersDenied,
GET /admin/DeliverersApproved, GET /admin/DeliverersDenied, POST /pushcartexpress/login,
POST /pushcartexpress/createpushcartexpress, POST /pushcartexpress/logout, GET /pushcartexpress/delivererInformation,
GET /pushcartexpress/grabAllDeliveries, GET /pushcartexpress/deliverInformation, GET /pushcartexpress/allDeliveries,
PUT /pushcartexpress/takeOrder, PUT /pushcartexpress/pickUp, POST /pushcartexpress/delivered,
POST /pushcartexpress/connectedAccount, GET /pushcartexpress/getrequirements, PUT /pushcartexpress/updateRequirements,
GET /market/allmarkets, GET /product/marketinfo/{marketid}/{page}/{limit}, GET /product/getMarketProducts,
POST /product/createproduct, POST /product/getProductBasedbyCategory, POST /product/getProductBasedbyCategory/Seller,
GET /product/GetCurrentProduct/{id}, GET /product/GetCurrentProductSeller/{id}, PUT /product/updateproduct,
DELETE /product/deleteproduct/{id}, DELETE /product/deleteproductClothesOrShoes/{id}, POST /images/insertimage,
POST /transaction/createtransaction, GET /transaction/getransaction,
DELETE /transaction/deleteproductfromtransaction/{id}, DELETE /transaction/deletetransaction,
PUT /transaction/updateTransaction, PUT /transaction/checkQuantityUpdateTransaction, POST /pay/paymentIntent,
GET /order/getorders, GET /order/orderdetails/{id}, GET /order/customer/order/{id}, GET /order/seller/getorders,
GET /order/seller/getCompleteorders, GET /order/seller/getUnCompleteorders, GET /order/seller/orderdetails/{id},
GET /order/seller/order/{id}, PUT /order/seller/updateOrder, POST /shipping/user/createShipping,
GET /shipping/user/{id}, GET /shipping/seller/{id}, PUT /shipping/status, PUT /shipping/carrier,
PUT /shipping/hasShipper, GET /notification/seller/notifications, GET /notification/customer/notifications,
PUT /notification/seller/updateNotification, PUT /notification/customer/updateNotification,
GET /email/forgotPasswordCustomer/{email}, GET /email/forgotPasswordSeller/{email},
GET /email/emailConfirmedCustomer/{token}, GET /email/emailConfirmedSeller/{token},
GET /email/emailConfirmedDeliverer/{token}`
  .split(",")
  .map((call) => call.trim())

type Json = Record<string, unknown>

describe("the API's documentation", () => {
  const database = useDatabase()

  it("has every call that the product is specified to have", { tags: ["API-1", "API-5"] }, () => {
    const documented = documentedCalls.map(({ method, path }) => `${method} ${path}`)
    expect(SPECIFIED_CALLS.filter((call) => !documented.includes(call))).toEqual([])
    expect(SPECIFIED_CALLS.length).toBeGreaterThan(80)
  })

  it("has its table as `npm run api-table` writes it now", { tags: ["API-1"] }, () => {
    expect(readFileSync(API_TABLE, "utf8")).toBe(apiTable(readTests()))
  })

  it("is the document that the client in packages/ was generated from", { tags: ["API-1"] }, () => {
    expect(readFileSync(API_DOCUMENT, "utf8"), "Run `npm run api-client`.").toBe(apiDocument())
    const hash = createHash("sha256").update(apiDocument()).digest("hex")
    const generated = readFileSync(new URL("src/schema.ts", API_DOCUMENT), "utf8")
    expect(generated.split("\n", 1)[0], "Run `npm run api-client`.").toContain(hash)
  })

  it("shows no login of the demo", { tags: ["API-1"] }, async () => {
    const served = await (await createTestApi(database).app.request("/api/v1/openapi.json")).text()
    expect(served).not.toMatch(/@pushcart\.test|Pushcart#2026/)
  })

  it("has no other file beside its page", { tags: ["API-1"] }, async () => {
    const api = createTestApi(database)
    for (const name of ["index.html", "constructor", "__proto__", "toString"])
      expect([name, (await api.app.request(`/api/v1/docs/${name}`)).status]).toEqual([name, 404])
  })

  it("names a test that makes it, for every call", { tags: ["API-1"] }, () => {
    const tests = readTests()
    const untested = OPERATIONS.filter((op) => testsOf(op, tests).length === 0)
    expect(untested.map(({ method, path }) => `${method} ${path}`)).toEqual([])
  })

  it("runs the command that it names, and a page runs it too or makes the call itself", {
    tags: ["API-1"],
  }, () => {
    const [pages, operations] = [
      sourcesIn("app", "core", "party", "server/http"),
      sourcesIn("server/api/v1/operations"),
    ]
    const names = (text: string, name: string) =>
      new RegExp(`import [^"]*\\b${name}\\b[^"]* from|\\.${name}\\(`).test(text)
    const wrong = OPERATIONS.flatMap(({ path, page, command }) =>
      command.split(", ").filter((one) => {
        const [, name = "", steps = name] = /^([\w.]+)(?: \((\w+(?: and \w+)*)\))?$/.exec(one) ?? []
        const byPage =
          page === "—" ||
          steps.split(" and ").every((step) => names(pages, step)) ||
          pages.includes(`/api/v1${path}`)
        return !names(operations, name) || !byPage
      }),
    )
    expect(wrong).toEqual([])
  })

  it("has an example for every body, and every example is as its schema says", { tags: ["API-3"] }, () => {
    const { schemas } = document.components
    const withExamples = documentedCalls.filter(({ body }) => body?.schema.examples).map(({ path }) => path)
    const withBody = documentedCalls.filter(({ body }) => body).map(({ path }) => path)
    expect(withExamples).toEqual(withBody)
    for (const [name, schema] of Object.entries(schemas))
      for (const example of (schema as { examples?: Json[] }).examples ?? [])
        expect([name, errorsAgainst(schema, example)]).toEqual([name, ""])
    for (const [code, { value }] of Object.entries(document.components.examples))
      expect([code, errorsAgainst(schemas.Problem!, value)]).toEqual([code, ""])
  })

  it("describes every object once, by name, and refers to it from the calls", { tags: ["API-3"] }, () => {
    const named = Object.keys(document.components.schemas)
    const things = ["Order", "OrderLine", "Market", "Product", "Delivery", "Cart", "Notification", "Problem"]
    expect(named).toEqual(expect.arrayContaining(things))
    const inline = Object.entries(document.paths).filter(([, calls]) =>
      JSON.stringify(calls).includes('"properties"'),
    )
    expect(inline.map(([path]) => path)).toEqual([])
  })

  it("allows no field in an answer that it does not name", { tags: ["API-109"] }, () => {
    const open: string[] = []
    const look = (value: unknown, at: string): void => {
      if (typeof value !== "object" || value === null) return
      if ("properties" in value && (value as Json).additionalProperties !== false) open.push(at)
      for (const [key, inner] of Object.entries(value)) look(inner, `${at} ${key}`)
    }
    for (const { method, path, responses } of documentedCalls) look(responses, `${method} ${path}`)
    // The export's tables and fields are listed in core/privacy/exported-fields.txt.
    expect(open).toEqual(["POST /account/export 200 content application/json schema"])
  })

  it("names every operation once", { tags: ["API-1"] }, () => {
    const ids = Object.values(documentedCalls).map(({ method, path }) => `${method} ${path}`)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it("answers no field that is named like a password or a secret, but for the payment's own", {
    tags: ["API-13"],
  }, () => {
    for (const { path, responses } of documentedCalls) {
      const answered = JSON.stringify(responses).match(/"(\w*(?:password|token|secret)\w*)":/gi) ?? []
      expect([path, [...new Set(answered)]]).toEqual([
        path,
        path === "/pay/paymentIntent" ? ['"secret":'] : [],
      ])
    }
  })

  it("serves the document, and the reference with everything from its own origin", {
    tags: ["API-3"],
  }, async () => {
    const { app } = createTestApi(database)
    const get = (path: string) => app.request(`http://pushcart.test/api/v1${path}`)
    expect(((await (await get("/openapi.json")).json()) as { openapi: string }).openapi).toBe("3.1.0")
    const page = await (await get("/docs")).text()
    const sources = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, source]) => source!)
    expect(sources.filter((source) => /^(https?:)?\/\//.test(source))).toEqual([])
    for (const source of sources.filter((one) => one.startsWith("/api/v1/docs/"))) {
      const file = await get(source.slice("/api/v1".length))
      expect([source, file.status]).toEqual([source, 200])
    }
    expect((await get("/docs/package.json")).status).toBe(404)
  })
})

/** The source code of these folders. */
function sourcesIn(...folders: string[]): string {
  const root = new URL("../../../", import.meta.url)
  return folders
    .flatMap((folder) => {
      const files = readdirSync(new URL(`${folder}/`, root), { recursive: true }).map(String)
      return files
        .filter((file) => /\.tsx?$/.test(file))
        .map((file) => readFileSync(new URL(`${folder}/${file}`, root), "utf8"))
    })
    .join("\n")
}
