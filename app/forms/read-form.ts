import { data } from "react-router"

/**
 * Returns the form as typed. Throws a 400 for what no browser sends (another type, a broken body), which is not logged
 * as our error. Line ends become one character, as in the browser, which sends two. NUL is removed: PostgreSQL's text
 * cannot hold it.
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
