import { data } from "react-router"

/**
 * The form as it was sent. What no browser sends, another type or a broken body, is answered with 400 and no fault of
 * ours; NUL, which PostgreSQL's text cannot hold and nobody types, is left out.
 */
export async function readForm(request: Request): Promise<FormData> {
  const form = await request.formData().catch(() => {
    throw data(null, { status: 400 })
  })
  const holding = new Set([...form].filter(([, value]) => isBroken(value)).map(([name]) => name))
  for (const name of holding) {
    const values = form.getAll(name)
    form.delete(name)
    for (const value of values) form.append(name, isBroken(value) ? value.replaceAll("\0", "") : value)
  }
  return form
}

const isBroken = (value: FormDataEntryValue): value is string =>
  typeof value === "string" && value.includes("\0")
