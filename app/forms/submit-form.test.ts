import { expect, it } from "vitest"
import { z } from "zod"
import { submitByScript } from "#app/forms/submit-form.ts"
import { DomainError } from "#core/errors.ts"

const send = (fields: Record<string, string>, run: (input: { zip: string }) => Promise<object>) =>
  submitByScript(
    new Request("http://shop.test/begin", { method: "POST", body: new URLSearchParams(fields) }),
    z.object({ zip: z.string() }),
    run,
    { unreadable: { message: "Check the form." }, rejected: (message, code) => ({ message, code }) },
  )

it("answers a script in JSON that nothing caches: what was done, what was rejected, and an unreadable form", async () => {
  const done = await send({ zip: "11222" }, async ({ zip }) => ({ zip }))
  expect([done.status, await done.json(), done.headers.get("Cache-Control")]).toEqual([
    200,
    { zip: "11222" },
    "no-store",
  ])
  const down = new DomainError("provider_down", "The card service is down.")
  const rejected = await send({ zip: "11222" }, () => Promise.reject(down))
  expect([rejected.status, await rejected.json()]).toEqual([
    422,
    { message: "The card service is down.", code: "provider_down" },
  ])
  const unreadable = await send({}, () => Promise.reject(new Error("must not run")))
  expect([unreadable.status, await unreadable.json()]).toEqual([422, { message: "Check the form." }])
  await expect(send({ zip: "1" }, () => Promise.reject(new TypeError("a fault")))).rejects.toThrow("a fault")
})
