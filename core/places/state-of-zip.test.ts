import { expect, it } from "vitest"
import { stateProblem } from "./state-of-zip.ts"

const at = (zip: string, inTable: string, typed: string) => stateProblem({ zip, state: inTable }, typed)

it("takes the state that a zip lies in, either one where it crosses a border, and names the right one", {
  tags: ["PLACE-6"],
}, () => {
  expect(at("10011", "NY", "NY")).toBeNull()
  expect(at("10011", "NY", "OR")).toEqual({
    field: "state",
    message: "Zip code 10011 is in New York. Choose NY, or check the zip code.",
  })
  expect(at("42223", "KY", "KY")).toBeNull()
  expect(at("42223", "KY", "TN")).toBeNull()
  expect(at("42223", "KY", "NY")).toEqual({
    field: "state",
    message: "Zip code 42223 is in Kentucky and Tennessee. Choose KY or TN, or check the zip code.",
  })
  expect(at("20001", "DC", "MD")).toEqual({
    field: "zip",
    message: "Zip code 20001 is in none of the 50 states. Check the five digits.",
  })
})
