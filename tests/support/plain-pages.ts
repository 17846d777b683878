/** What a browser without JavaScript sees of a page and sends of its forms, over HTTP alone: for rules that are the server's. */
export type PlainPage = {
  readonly status: number
  /** Where it ended, after redirects. */
  readonly path: string
  readonly html: string
  readonly forms: readonly PlainForm[]
  /** The sentences that stand next to the fields, by the ids of the fields. */
  readonly errors: Readonly<Record<string, string>>
  /** What stands next to a field, by its name. */
  errorAt(name: string): string | undefined
}

export type PlainForm = { action: string; multipart: boolean; fields: Record<string, string> }

type Upload = { name: string; mimeType: string; buffer: Uint8Array }
/** Null leaves a field out, as an empty checkbox is. */
export type Changes = Record<string, string | null | Upload>

/** One visitor with cookies of their own. */
export function plainVisitor(origin: string) {
  const jar = new Map<string, string>()

  async function request(path: string, init: RequestInit = {}): Promise<PlainPage> {
    const headers = new Headers(init.headers)
    headers.set("Cookie", [...jar].map(([name, value]) => `${name}=${value}`).join("; "))
    if (init.method === "POST" && !headers.has("Origin")) headers.set("Origin", origin)
    const answer = await fetch(new URL(path, origin), { ...init, headers, redirect: "manual" })
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (value === "" || /max-age=0/i.test(cookie)) jar.delete(name)
      else jar.set(name, value)
    }
    const to = answer.headers.get("Location")
    if (!to) return read(answer, path)
    await answer.body?.cancel()
    const next = new URL(to, new URL(path, origin))
    return request(next.pathname + next.search)
  }

  return {
    jar,
    open: (path: string) => request(path),
    /** Posts as a form does, from whichever page. */
    post: (path: string, fields: Changes, headers: Record<string, string> = {}) =>
      request(path, { method: "POST", headers, body: bodyOf({}, fields, hasUpload(fields)) }),
    /** Sends the page's form that has all of the changed fields, with them changed; its first, if there are none. */
    send(page: PlainPage, changes: Changes, button: Record<string, string> = {}) {
      const names = Object.keys(changes)
      const own = names.length > 0 ? page.forms : page.forms.filter(({ action }) => !FRAME.includes(action))
      const form = own.find(({ fields }) => names.every((name) => name in fields)) ?? own[0]
      if (!form) throw new Error(`${page.path} has no form`)
      const body = bodyOf(form.fields, { ...changes, ...button }, form.multipart)
      return request(form.action || page.path, { method: "POST", body })
    },
  }
}
export type PlainVisitor = ReturnType<typeof plainVisitor>

/** Where the forms of the bar on top of every page go. */
const FRAME = ["/logout", "/see-order"]

const hasUpload = (fields: Changes) => Object.values(fields).some((value) => typeof value === "object")

function bodyOf(before: Record<string, string>, changes: Changes, multipart: boolean): BodyInit {
  const body = multipart ? new FormData() : new URLSearchParams()
  for (const [name, value] of Object.entries({ ...before, ...changes })) {
    if (value === null) continue
    if (typeof value === "string") body.append(name, value)
    else
      (body as FormData).append(name, new File([value.buffer as never], value.name, { type: value.mimeType }))
  }
  return body
}

async function read(answer: Response, path: string): Promise<PlainPage> {
  const { status } = answer
  const html = await answer.text()
  const { forms, errors } = html.includes("<") ? parse(html) : { forms: [], errors: {} }
  const errorAt = (name: string) =>
    errors[name] ?? Object.entries(errors).find(([id]) => id.endsWith(`-${name}`))?.[1]
  return { status, path, html, forms, errors, errorAt }
}

function parse(html: string) {
  const forms: PlainForm[] = []
  const errors: Record<string, string> = {}
  let area = ""
  let select = ""
  let takesText = false
  let failing = ""
  const form = () => forms.at(-1) ?? { action: "", multipart: false, fields: {} }
  new HTMLRewriter()
    .on("form", {
      element(element) {
        const action = decoded(element.getAttribute("action") ?? "")
        forms.push({
          action,
          multipart: element.getAttribute("enctype") === "multipart/form-data",
          fields: {},
        })
      },
    })
    .on("form input", {
      element(element) {
        const name = element.getAttribute("name")
        const type = element.getAttribute("type") ?? "text"
        if (!name || type === "submit") return
        const chooses = type === "checkbox" || type === "radio"
        if (chooses && !element.hasAttribute("checked")) {
          form().fields[name] ??= ""
          return
        }
        form().fields[name] = decoded(element.getAttribute("value") ?? (chooses ? "on" : ""))
      },
    })
    .on("form textarea", {
      element(element) {
        area = element.getAttribute("name") ?? ""
        form().fields[area] = ""
      },
      text({ text }) {
        form().fields[area] += decoded(text)
      },
    })
    .on("form select", {
      element(element) {
        select = element.getAttribute("name") ?? ""
        delete form().fields[select]
      },
    })
    .on("form select option", {
      element(element) {
        const value = element.getAttribute("value")
        const isShown = element.hasAttribute("selected") || !(select in form().fields)
        if (isShown) form().fields[select] = decoded(value ?? "")
        // An option that names no value has its text for one.
        takesText = isShown && value === null
      },
      text({ text }) {
        if (takesText) form().fields[select] += decoded(text)
      },
    })
    .on("[id$='-error']", {
      element(element) {
        failing = (element.getAttribute("id") ?? "").replace(/-error$/, "")
      },
      text({ text }) {
        if (text) errors[failing] = (errors[failing] ?? "") + decoded(text)
      },
    })
    .transform(html)
  return { forms, errors }
}

const ENTITIES: Record<string, string> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#x27;": "'",
}
const decoded = (text: string) =>
  text.replace(/&(amp|lt|gt|quot|#x27);/g, (entity) => ENTITIES[entity] ?? entity)
