import { aSample, type Things } from "#tests/contract/api/world.ts"
import { type DocumentedCall, document, documentedCalls } from "../support/api-document.ts"
import type { Role } from "./page-world.ts"
import { bodyText, type Entry } from "./recorded-text.ts"
import type { Answer, Body, Visitor } from "./visitor.ts"

export const ROLES = ["customer", "seller", "deliverer", "admin"] as const satisfies Role[]

/** The callers whose requests must be rejected, and the owners of the data in those requests. */
export type Callers = {
  nobody: () => Visitor
  /** People with their own data. */
  people: Record<Role, Visitor>
  /** People without access to anything, so that a body that is mistakenly accepted changes nothing. */
  unready: Record<Role, Visitor>
  own: Things
  strangers: Things
  nobodys: Things
}

/** Returns the calls by the document's tags, in its order. */
export function callsByTag(): Map<string, DocumentedCall[]> {
  const tags = new Map<string, DocumentedCall[]>()
  for (const call of documentedCalls) {
    const named = document.paths[call.path]?.[call.method.toLowerCase()]?.tags
    const tag = Array.isArray(named) ? String(named[0]) : "none"
    tags.set(tag, [...(tags.get(tag) ?? []), call])
  }
  return tags
}

/** Returns all responses of one call to people without access and to invalid requests, with equal responses merged. */
export async function rejectionsOf(call: DocumentedCall, callers: Callers): Promise<Entry[]> {
  const answers: { label: string; answer: Answer }[] = []
  const { own, strangers, nobodys } = callers
  const roles = call.roles === "anyone" ? [] : (call.roles as Role[])
  const [role] = roles
  const may = role ? callers.people[role] : callers.nobody()
  const unready = role ? callers.unready[role] : callers.nobody()
  const at = (ids: Things) => `/api/v1${aSample(call, ids).path}`
  const add = async (label: string, visitor: Visitor, ids: Things, body: Body | undefined, headers = {}) =>
    answers.push({ label, answer: await visitor.send(call.method, at(ids), body, headers) })
  const right = (ids: Things) => (call.method === "GET" ? undefined : (aSample(call, ids).body as Body))

  if (role) {
    await add("nobody", callers.nobody(), own, right(own))
    for (const wrong of ROLES.filter((one) => !roles.includes(one)))
      await add(wrong, callers.people[wrong], own, right(own))
  }
  if (call.method !== "GET")
    await add("from another site", may, own, right(own), { origin: "https://evil.test" })
  if (JSON.stringify([call.parameters, call.body?.schema]).includes("x-thing")) {
    await add("an id of nobody", may, nobodys, right(nobodys))
    if (!isForReaders(call)) await add("a stranger's id", may, strangers, right(strangers))
    if (call.path.includes("{")) {
      const noIds = Object.fromEntries(Object.keys(own).map((thing) => [thing, "no-id"]))
      await add("what is no id", may, noIds, right(nobodys))
    }
  }
  for (const { label, body, headers } of call.body ? wrongBodies(call, nobodys) : [])
    await add(label, unready, nobodys, body, headers)
  return merged(`${call.method} ${call.path}`, answers)
}

/** Whether every customer or every admin may read it. Such calls are recorded with the successful ones. */
const isForReaders = ({ path }: DocumentedCall) =>
  path.startsWith("/admin/") ||
  /marketinfo|getMarket|getProductBasedbyCategory|GetCurrentProduct\/|createtransaction/.test(path)

type WrongBody = { label: string; body: Body; headers: Record<string, string> }

function wrongBodies(call: DocumentedCall, ids: Things): WrongBody[] {
  const { types, largestBytes, schema } = call.body as NonNullable<DocumentedCall["body"]>
  const isJson = types.includes("application/json")
  const json = { "content-type": "application/json" }
  const type = { "content-type": types[0] ?? "" }
  const wrong: WrongBody[] = [
    { label: "broken", body: isJson ? '{"broken"' : "no boundary, no form", headers: type },
    { label: "plain text", body: "hello", headers: { "content-type": "text/plain" } },
    { label: "too large", body: new Uint8Array(largestBytes + 1).fill(32), headers: type },
    ...(isJson ? [{ label: "a list", body: "[1]", headers: json }] : []),
    { label: "empty", body: isJson ? {} : new FormData(), headers: {} },
  ]
  const sample = aSample(call, ids).body
  const fields = Object.keys((schema.properties as object | undefined) ?? {})
  const right = sample instanceof FormData ? sample : (sample as Record<string, unknown>)
  for (const field of fields) {
    if (isIn(right, field))
      wrong.push({ label: `without ${field}`, body: changed(right, field, undefined), headers: {} })
    wrong.push({ label: `${field} is empty`, body: changed(right, field, ""), headers: {} })
    if (!(right instanceof FormData))
      wrong.push({ label: `${field} is a list`, body: changed(right, field, ["x"]), headers: {} })
  }
  return wrong
}

const isIn = (body: FormData | Record<string, unknown>, field: string) =>
  body instanceof FormData ? body.has(field) : field in body

function changed(body: FormData | Record<string, unknown>, field: string, value: unknown): Body {
  if (!(body instanceof FormData)) {
    const { [field]: _left, ...rest } = body
    return value === undefined ? rest : { ...rest, [field]: value }
  }
  const copy = new FormData()
  for (const [name, one] of body) if (name !== field) copy.append(name, one)
  if (value !== undefined) copy.append(field, String(value))
  return copy
}

function merged(name: string, answers: readonly { label: string; answer: Answer }[]): Entry[] {
  const groups = new Map<string, { labels: string[]; answer: Answer }>()
  for (const { label, answer } of answers) {
    const key = `${answer.status} ${answer.text.replace(/[\da-f]{8}-[\da-f-]{27}/g, "")}`
    const group = groups.get(key) ?? { labels: [], answer }
    group.labels.push(label)
    groups.set(key, group)
  }
  return [...groups.values()].map(({ labels, answer }) => ({
    title: `${name}: ${labels.join(" · ")}`,
    answer,
    body: bodyText(answer),
  }))
}
