import { expect, it } from "vitest"
import { orNull, orRedirect } from "#app/forms/or-not-found.ts"
import { readFlash } from "#app/ui/flash.ts"
import { DomainError, notFound } from "#core/errors.ts"

const DOWN = new DomainError("provider_down", "The card service is down.")

const thrownBy = (query: Promise<unknown>): Promise<unknown> =>
  query.then(
    () => "nothing",
    (thrown: unknown) => thrown,
  )

/** Returns the URL of a thrown redirect, and the toasts in its cookie. */
function led(thrown: unknown) {
  const { headers, status } = thrown as Response
  const cookie = headers.get("Set-Cookie")?.split(";")[0] ?? ""
  const request = new Request("http://shop.test/", { headers: { cookie } })
  return { status, to: headers.get("Location"), toasts: readFlash(request) }
}

it("leads to another page after a rejection, and says why there", async () => {
  expect(await orRedirect("/account", Promise.resolve(7))).toBe(7)
  expect(led(await thrownBy(orRedirect("/account", Promise.reject(DOWN))))).toEqual({
    status: 302,
    to: "/account",
    toasts: [{ text: "The card service is down.", kind: "error" }],
  })
})

it("leads away from one rejection only, in other words, where the page says so", async () => {
  const only = { only: "provider_down", text: "Come back later." } as const
  const away = led(await thrownBy(orRedirect("/orders", Promise.reject(DOWN), only)))
  expect(away).toMatchObject({ to: "/orders", toasts: [{ text: "Come back later." }] })
  const other = notFound("This order")
  expect(await thrownBy(orRedirect("/orders", Promise.reject(other), only))).toBe(other)
})

it("does without what is not found, and hides no fault and no other rejection", async () => {
  expect(await orNull(Promise.reject(notFound("This product")))).toBeNull()
  for (const error of [DOWN, new TypeError("a fault")]) {
    expect(await thrownBy(orNull(Promise.reject(error)))).toBe(error)
    if (error !== DOWN) expect(await thrownBy(orRedirect("/", Promise.reject(error)))).toBe(error)
  }
})
