import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { findBareTexts } from "./bare-texts.ts"

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pushcart-texts-"))
})
afterEach(() => rmSync(folder, { recursive: true }))

const COMPONENTS = `
type Elements = ReactElement | null
type Props = { count: number; name: string; isNew: boolean; note: ReactNode; button: Elements; list: string[] }
const Tag = ({ text }: { text: string }) => <b>{text}</b>
const Maybe = ({ text }: { text: string }) => (text ? <b>{text}</b> : null)
const Plain = ({ text }: { text: string }) => <>{text}</>
`

/** The problems in a component that returns this JSX. */
function problemsOf(jsx: string): string[] {
  const component = `export function Planted({ count, name, isNew, note, button, list }: Props) { return ${jsx} }`
  writeFileSync(join(folder, "planted.tsx"), `${COMPONENTS}${component}`)
  const isIts = ({ line }: { line: number }) => line === COMPONENTS.split("\n").length
  return findBareTexts(folder, ["planted.tsx"])
    .filter(isIts)
    .map(({ problem }) => problem)
}

const CHANGES = "a text that changes is not alone in its element"
const ELEMENT = "an element comes or goes beside bare text"
const COMES = "bare text comes or goes"

describe("the check for bare texts", () => {
  it.each([
    ["a number beside its unit", "<p>{count} items</p>", CHANGES],
    ["a text beside an element", "<p><b>Order</b> {name}</p>", CHANGES],
    ["a text that comes beside another", '<p>Hours{isNew && ", new"}</p>', CHANGES],
    ["an element that comes before text", "<p>{isNew && <b>New</b>} Pears</p>", ELEMENT],
    ["a component that may be nothing", "<p><Maybe text={name} /> Pears</p>", ELEMENT],
    ["one element or another", "<p>{isNew ? <b>New</b> : <i>Old</i>} Pears</p>", ELEMENT],
    ["a list of elements", "<p>Cities {list.map((one) => <b key={one}>{one}</b>)}</p>", ELEMENT],
    ["texts in a list", "<p>{list.map((one) => one)}</p>", CHANGES],
    ["a component that is only text", "<p><b>Order</b> <Plain text={name} /></p>", CHANGES],
    ["what may be a text", "<p><b>Order</b>{note}</p>", CHANGES],
  ])("finds %s", { tags: ["A11Y-22"] }, (_, jsx, problem) => {
    expect(problemsOf(jsx)).toContain(problem)
  })

  it("finds text in a fragment that comes and goes", { tags: ["A11Y-22"] }, () => {
    expect(problemsOf("<p>{isNew && <>New <b>pears</b></>}</p>")).toContain(COMES)
  })

  it.each([
    ["one template literal", `<p>{\`\${count} items\`}</p>`],
    ["a text alone", "<p>{name}</p>"],
    ["one text or another, alone", '<p>{isNew ? "New" : name}</p>'],
    ["texts in elements of their own", `<p><span>{\`\${count} items\`}</span> <b>{name}</b></p>`],
    ["words that stay beside an element that stays", "<p>Order <b>{count}</b>, paid</p>"],
    ["words that stay beside a component that stays", "<p>Order <Tag text={name} /></p>"],
    ["elements that come and go beside elements", "<p>{isNew && <b>New</b>}<span>{name}</span>{button}</p>"],
    ["a list of elements beside elements", "<p><b>Cities</b>{list.map((one) => <b key={one}>{one}</b>)}</p>"],
    ["white space", '<p>{isNew && <b>New</b>}{" "}<span>{name}</span></p>'],
  ])("accepts %s", { tags: ["A11Y-22"] }, (_, jsx) => {
    expect(problemsOf(jsx)).toEqual([])
  })

  it("says where", { tags: ["A11Y-22"] }, () => {
    writeFileSync(
      join(folder, "two.tsx"),
      "\nexport const Two = ({ count }) => (\n  <p>{count} items</p>\n)\n",
    )
    expect(findBareTexts(folder, ["two.tsx"])).toEqual([{ file: "two.tsx", line: 3, problem: CHANGES }])
  })
})
