import { data } from "react-router"

/**
 * The form as it was typed. What no browser sends, another type or a broken body, is answered with 400 and no fault of
 * ours. A line's end is one character, as in the browser, which sends two; NUL, which PostgreSQL's text cannot hold and
 * nobody types, is left out.
 */
export async function readForm(request: Request): Promise<FormData> {
  const sent = await request.formData().catch(() => {
    throw data(null, { status: 400 })
  })
  const form = new FormData()
  for (const [name, value] of sent) form.append(name, typeof value === "string" ? asTyped(value) : value)
  return form
}

const asTyped = (text: string) => text.replaceAll("\0", "").replaceAll("\r\n", "\n")
