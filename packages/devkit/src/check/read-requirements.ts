import { readFileSync } from "node:fs"

/** A requirement of docs/requirements.md, one line each: `- **CART-7** — text`. */
export interface Requirement {
  id: string
  text: string
  /** The line in the document. */
  line: number
}

/** The tag of tests that `npm run test:quick` skips: crashes, chaos, thousands of generated requests. */
export const SLOW = "slow"

const DOCUMENT = new URL("../../../../docs/requirements.md", import.meta.url)
const LINE = /^- \*\*([A-Z0-9]+-\d+)\*\* — (.+)$/

export const readRequirements = (document = readFileSync(DOCUMENT, "utf8")): Requirement[] =>
  document.split("\n").flatMap((written, index) => {
    const [, id, text] = LINE.exec(written) ?? []
    return id && text ? [{ id, text, line: index + 1 }] : []
  })
