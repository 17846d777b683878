import type { Page } from "playwright"
import { expect, it } from "vitest"
import { RECORDED_SERVER } from "#tests/baseline/visitor.ts"
import { useBrowser } from "#tests/support/browser.ts"
import { hydrated } from "#tests/support/hold-react.ts"
import { fieldKind, GOOD, ODD_TEXTS } from "#tests/support/odd-texts.ts"
import { useServer } from "#tests/support/server.ts"
import { allTextForms } from "#tests/support/text-form-pages.ts"
import { sendPlain, type TextForm } from "#tests/support/text-forms.ts"

const server = useServer(RECORDED_SERVER)
const browser = useBrowser()

/** The empty form is submitted once more at the end, to notice if a script has stopped validating. */
const ODDITIES = [...Object.entries(ODD_TEXTS), ["nothing again", ODD_TEXTS.nothing!] as const]
/** Pages without a script, whose forms only the server checks. */
const UNCHECKED = ["/email-confirmed", "/this-device"]

it("are rejected by a form's script only where the server rejects them, in the same words", {
  tags: ["FORM-70", "slow"],
  timeout: 600_000,
}, async () => {
  const { forms: all } = await allTextForms(server)
  const forms = all.filter(({ isChecked }) => isChecked)
  const unchecked = all.filter(({ isChecked, method }) => !isChecked && method === "POST")
  expect([...new Set(unchecked.map(({ path }) => path.split("?")[0]))].sort()).toEqual(UNCHECKED)
  // The recorded world names images that this server does not have.
  browser.expectProblem(/^404 for image/)
  const page = await browser.visit(server.url)
  const differences: string[] = []
  let rejected = 0
  for (const form of forms) {
    await open(page, form)
    // React starts with the first touch, or once the page is idle.
    await page.evaluate(() => dispatchEvent(new Event("pointerdown")))
    await hydrated(page)
    const texts = ODDITIES.map(([, odd]) =>
      Object.fromEntries(form.names.map((name) => [name, odd(GOOD[fieldKind(name)]!)])),
    )
    const answers = await page.evaluate(sayAll, { ids: form.ids, rest: form.rest, texts })
    expect([form.key, answers.at(-1)]).toEqual([form.key, answers[0]])
    await server.database.pool.query("truncate rate_limits")
    const checks = answers.map(async ({ said, held }, at) => {
      if (Object.keys(said).length === 0) return
      rejected += 1
      const ofHeld = await sendPlain(form, held)
      // A GET form's text can make the URL too long.
      if (ofHeld.status === 431) return
      // A phone field saves only the digits, and a single-line field has no line breaks.
      const isChanged = JSON.stringify(held) !== JSON.stringify(texts[at])
      const ofTyped = isChanged ? await sendPlain(form, texts[at]!) : ofHeld
      for (const [name, message] of Object.entries(said))
        if (ofHeld.errors[name] !== message || !ofTyped.errors[name])
          differences.push(
            `${form.key}, ${ODDITIES[at]![0]}: ${name} "${message}", by the server ${ofHeld.status} "${ofHeld.errors[name]}", ${ofTyped.status} "${ofTyped.errors[name]}"`,
          )
    })
    await Promise.all(checks)
  }
  expect(differences).toEqual([])
  // Except for forms without a required text, every form must reject at least a text that is too long, an empty one and
  // an invisible one.
  expect(rejected).toBeGreaterThan(3 * forms.length)
})

async function open(page: Page, { visitor, path }: TextForm): Promise<void> {
  const cookies = [...visitor.cookies].map(([name, value]) => ({ name, value, url: server.url }))
  await page.context().clearCookies()
  await page.context().addCookies(cookies)
  await page.goto(path, { waitUntil: "domcontentloaded" })
}

type Texts = Record<string, string>
type Answer = { said: Texts; held: Texts }

/**
 * Runs in the page: types each of these texts, sends the form, and reads the fields' values and messages. A request
 * that the script lets through gets no response, so the page does not change.
 */
async function sayAll(asked: { ids: Texts; rest: Texts; texts: Texts[] }): Promise<Answer[]> {
  Object.assign(window, { fetch: () => new Promise(() => undefined) })
  addEventListener("submit", (event) => event.preventDefault())
  const fieldOf = (name: string) => document.getElementById(asked.ids[name]!) as HTMLInputElement
  const { form } = fieldOf(Object.keys(asked.ids)[0]!)
  const fill = (field: HTMLInputElement, text: string) => {
    // React overrides the element's own property, and would not notice the change.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")!.set!.call(field, text)
    field.dispatchEvent(new Event("input", { bubbles: true }))
  }
  for (const details of document.querySelectorAll("details")) details.open = true
  for (const field of form!.elements as Iterable<Element> as Iterable<HTMLInputElement>) {
    const value = asked.rest[field.name]
    if (value === undefined) continue
    if (field.type === "checkbox" || field.type === "radio") {
      if (!field.checked && (field.type === "checkbox" || field.value === value)) field.click()
      continue
    }
    fill(field, value)
    field.dispatchEvent(new Event("change", { bubbles: true }))
  }
  // React renders the result of a submission in the same task.
  const rendered = () => new Promise((done) => setTimeout(done))
  const buttons = [...form!.elements].filter(
    (one): one is HTMLButtonElement =>
      one instanceof HTMLButtonElement && one.type === "submit" && !one.disabled,
  )
  const answers: Answer[] = []
  for (const texts of asked.texts) {
    for (const [name, text] of Object.entries(texts)) {
      const field = fieldOf(name)
      field.focus()
      fill(field, text)
    }
    const names = Object.keys(texts)
    const held = Object.fromEntries(names.map((name) => [name, fieldOf(name).value]))
    const submitter =
      buttons.find(({ value }) => value === "deny") ??
      buttons.find((one) => !one.formNoValidate) ??
      buttons[0]
    form!.requestSubmit(submitter)
    await rendered()
    const said = Object.entries(asked.ids).flatMap(([name, id]) => {
      const message = document.querySelector(`#${CSS.escape(id)}-error p`)?.textContent
      return message ? [[name, message]] : []
    })
    answers.push({ said: Object.fromEntries(said), held })
  }
  return answers
}
