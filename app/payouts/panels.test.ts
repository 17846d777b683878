import { describe, expect, it } from "vitest"
import { isAskedByNoPage, type Panel, panelsFor, requirementWords } from "#core/payouts/requirements.ts"
import { faultsOf, NOTHING_TYPED, type Typed } from "./panels.ts"

const GOOD: Typed = {
  ...NOTHING_TYPED,
  dob: "01/02/1990",
  ssn: "000-00-0000",
  question: "yes",
  url: "greens.example.com",
  description: "Vegetables",
  account: "000123456789",
  routing: "110000000",
  holder: "Sam Seller",
  payout: "weekly",
  agree: true,
  document: new File(["x"], "passport.jpg"),
}

const WRONG: [Panel, Partial<Typed>, keyof Typed, string][] = [
  ["identity", { dob: "" }, "dob", "Enter your date of birth as MM/DD/YYYY."],
  ["identity", { dob: "13/40/1990" }, "dob", "Enter your date of birth as MM/DD/YYYY."],
  ["identity", { dob: "01/02/2190" }, "dob", "Enter a date in the past."],
  ["identity", { dob: `01/02/${new Date().getFullYear() - 10}` }, "dob", "You have to be 18 or older."],
  ["identity", { dob: "01/02/1790" }, "dob", "Check the year of your date of birth."],
  ["identity", { ssn: "" }, "ssn", "Enter the nine digits of your Social Security number, like 123-45-6789."],
  [
    "identity",
    { ssn: "000-00-000" },
    "ssn",
    "Enter the nine digits of your Social Security number, like 123-45-6789.",
  ],
  ["market", { question: "" }, "question", "Choose Yes or No."],
  ["market", { url: "" }, "url", "Enter the market's website."],
  ["market", { url: "not a site" }, "url", "Enter a web address like example.com."],
  ["market", { question: "no", description: "" }, "description", "Describe what you will be selling."],
  ["bank", { account: "" }, "account", "Enter the account number: 4 to 17 digits."],
  ["bank", { account: "12 3" }, "account", "Enter the account number: 4 to 17 digits."],
  ["bank", { routing: "" }, "routing", "Enter the nine-digit routing number."],
  ["bank", { routing: "110000001" }, "routing", "Check the routing number: one of its digits is wrong."],
  ["bank", { holder: " " }, "holder", "Enter the account holder's name."],
  ["bank", { payout: "" }, "payout", "Choose a payout schedule."],
  ["bank", { agree: false }, "agree", "To be paid, agree to Stripe's privacy policy and terms."],
  [
    "document",
    { document: null },
    "document",
    "Choose a photo of your passport, driver's license or ID card.",
  ],
]

describe("the payout wizard", () => {
  it("says of each field what is wrong with it, and of no other", {
    tags: ["ONBOARD-1", "ONBOARD-4", "ONBOARD-6"],
  }, () => {
    for (const panel of ["identity", "market", "bank", "document"] as const)
      expect([panel, faultsOf(panel, GOOD, { first: true })]).toEqual([panel, {}])
    for (const [panel, changed, field, says] of WRONG)
      expect([panel, changed, faultsOf(panel, { ...GOOD, ...changed }, { first: true })]).toEqual([
        panel,
        changed,
        { [field]: [says] },
      ])
  })

  it("asks who fixes requirements for no schedule and no agreement again", { tags: ["ONBOARD-12"] }, () => {
    expect(faultsOf("bank", { ...GOOD, payout: "", agree: false }, { first: false })).toEqual({})
  })

  it("asks for all that Stripe lists of a person in the US, and claims to ask for nothing else", {
    tags: ["ONBOARD-119"],
  }, () => {
    expect(panelsFor(OF_A_PERSON)).toEqual(["identity", "market", "bank", "document"])
    expect(OF_A_PERSON.filter(isAskedByNoPage)).toEqual([])
    expect(panelsFor(["individual.verification.document"])).toEqual(["document"])
    const others = ["individual.verification.additional_document", "interv_1.form", "business_profile.mcc"]
    expect(panelsFor(others)).toEqual([])
    expect(others.filter(isAskedByNoPage)).toEqual(others)
    expect(requirementWords(["interv_1.form", ...OF_A_PERSON, "rejected.fraud"])).toEqual([
      "your date of birth and Social Security number",
      "your website, or a description of what you sell",
      "your bank account",
      "a photo of your passport, driver's license or ID card",
      "“interv_1.form”",
    ])
  })
})

/** Stripe's requirement names, for an individual in the US who receives transfers. */
const OF_A_PERSON = [
  "bank",
  "business_profile.product_description",
  "business_profile.url",
  "business_type",
  "external_account",
  "individual.address.city",
  "individual.address.line1",
  "individual.address.postal_code",
  "individual.address.state",
  "individual.dob.day",
  "individual.dob.month",
  "individual.dob.year",
  "individual.email",
  "individual.first_name",
  "individual.id_number",
  "individual.last_name",
  "individual.phone",
  "individual.ssn_last_4",
  "individual.verification.document",
  "tos_acceptance.date",
  "tos_acceptance.ip",
]
