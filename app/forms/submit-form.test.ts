import { expect, it } from "vitest"
import { z } from "zod"
import { submitByScript, submitForm } from "#app/forms/submit-form.ts"
import { AS_TOAST, DomainError } from "#core/errors.ts"

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

it("shows a rejected check as a toast if the check says so, and else only at its field", async () => {
  const schema = z
    .object({ zip: z.string().max(5, "Too long."), again: z.string() })
    .refine(({ zip, again }) => zip === again, { path: ["again"], error: "They differ.", params: AS_TOAST })
  const toastFor = async (fields: Record<string, string>) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    const { data } = await submitForm(form, schema, () => Promise.reject(new Error("must not run")))
    return data
  }
  expect(await toastFor({ zip: "11222", again: "11223" })).toMatchObject({
    lastResult: { error: { again: ["They differ."] } },
    toast: { text: "They differ.", kind: "error" },
  })
  const atField = await toastFor({ zip: "112223", again: "112223" })
  expect(atField).toMatchObject({ lastResult: { error: { zip: ["Too long."] } } })
  expect(atField).not.toHaveProperty("toast")
})
