import { describe, expect, it } from "vitest"
import { readForm } from "./read-form.ts"

const sent = (body: BodyInit, type?: string) =>
  new Request("http://pushcart.test/login", {
    method: "POST",
    body,
    ...(type ? { headers: { "content-type": type } } : {}),
  })

describe("a form as it was sent", () => {
  it("keeps every script and every value of a name, and leaves out what no text in the database can hold", {
    tags: ["SEC-6"],
  }, async () => {
    const form = new FormData()
    for (const [name, value] of [
      ["name", "عبد الله 👩‍👩‍👧"],
      ["size", "S"],
      ["size", "M\0"],
      ["note", "a\0b\0"],
    ] as const)
      form.append(name, value)
    form.append("photo", new File(["\0"], "photo.png"))
    const read = await readForm(sent(form))
    expect([read.get("name"), read.getAll("size"), read.get("note")]).toEqual([
      "عبد الله 👩‍👩‍👧",
      ["S", "M"],
      "ab",
    ])
    expect((read.get("photo") as File).size).toBe(1)
  })

  it("counts a line's end as the browser did, which sends two characters for it", {
    tags: ["SEC-6"],
  }, async () => {
    const form = new FormData()
    form.append("reason", "closed\r\nuntil May")
    expect((await readForm(sent(form))).get("reason")).toBe("closed\nuntil May")
  })

  it.each([
    ["{}", "application/json"],
    ["hello", "text/plain"],
    ["a=b", "multipart/form-data"],
    ["a=b", "multipart/form-data; boundary=x"],
  ])("answers 400 to %s as %s", { tags: ["SEC-6"] }, async (body, type) => {
    await expect(readForm(sent(body, type))).rejects.toMatchObject({ init: { status: 400 } })
  })
})
