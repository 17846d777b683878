import { bodyText, type Entry } from "./recorded-text.ts"
import type { Answer, Body, Visitor } from "./visitor.ts"

type Json = Record<string, unknown>

/** Collects the API calls of a recording in order, each with its caller. */
export function apiRecorder() {
  const entries: Entry[] = []

  function add(title: string, answer: Answer): Answer {
    entries.push({ title, answer, body: bodyText(answer) })
    return answer
  }

  async function send(
    who: string,
    visitor: Visitor,
    call: string,
    body?: Body,
    { headers = {}, note = "" }: { headers?: Record<string, string>; note?: string } = {},
  ): Promise<Answer> {
    const [method = "", path = ""] = call.split(" ")
    const answer = await visitor.send(method, `/api/v1${path}`, body, headers)
    return add([who, call, sentText(body), note && `(${note})`].filter(Boolean).join(" "), answer)
  }

  return {
    entries,
    add,
    send,
    /** For calls whose response the next steps need. */
    async json<A = Json>(...call: Parameters<typeof send>): Promise<A> {
      return JSON.parse((await send(...call)).text) as A
    },
    /** Sends one person's calls, one at a time. */
    async all(who: string, visitor: Visitor, calls: readonly (string | [string, Body])[]): Promise<void> {
      for (const call of calls)
        await (typeof call === "string" ? send(who, visitor, call) : send(who, visitor, ...call))
    },
  }
}
export type ApiRecorder = ReturnType<typeof apiRecorder>

function sentText(body: Body | undefined): string {
  if (body === undefined) return ""
  if (body instanceof FormData)
    return JSON.stringify(Object.fromEntries([...body].map(([name, value]) => [name, fieldText(value)])))
  if (body instanceof Uint8Array) return `${body.length} bytes`
  return typeof body === "string" ? JSON.stringify(body) : JSON.stringify(body)
}

const fieldText = (value: FormDataEntryValue) => (typeof value === "string" ? value : `file ${value.name}`)

export function formOf(fields: Record<string, string | File>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return form
}
