import { expect, it } from "vitest"
import { repeats } from "./repeats.ts"

const page = (...sections: string[][]) =>
  [
    "title: Account",
    "<main>",
    ...sections.flatMap((lines) => ["<section>", ...lines, "</section>"]),
    "</main>",
  ].join("\n")
const email = ["## Email", "<id 1>", "[Change](/account)"]

it("records a section, and a whole page, once, and names the page that has it", () => {
  const shorten = repeats()
  const first = page(["## Name", "Rosa", "[Edit](/edit)"], email)
  expect(shorten("GET /account", first)).toBe(first)
  expect(shorten("GET /account?edit=name", page(["## Name", "field name text"], email))).toBe(
    [
      "title: Account",
      "<main>",
      ...["<section>", "## Name", "field name text", "</section>"],
      "<section> ## Email, as on GET /account </section>",
      "</main>",
    ].join("\n"),
  )
  expect(shorten("GET /account?edit=nothing", first)).toBe(
    "title: Account\n<main> ## Name, as on GET /account </main>",
  )
})

it("takes identifiers with other numbers for the same, and any other difference for another section", () => {
  const shorten = repeats()
  shorten("GET /a", page(email))
  const renumbered = email.map((line) => line.replace("<id 1>", "<id 7>"))
  expect(shorten("GET /b", page(renumbered, ["## Other"]))).toContain(
    "<section> ## Email, as on GET /a </section>",
  )
  const reworded = email.map((line) => line.replace("Change", "Change it"))
  expect(shorten("GET /c", page(reworded))).toBe(page(reworded))
})

it("keeps a section that contains a new one, around what is there already", () => {
  const shorten = repeats()
  const form = ["<form>", "field name text", "(button) Save", "</form>"]
  shorten("GET /a", page(form))
  expect(shorten("GET /b", page(["## New", ...form]))).toContain(
    "<section>\n## New\n<form> field name text, as on GET /a </form>\n</section>",
  )
})
