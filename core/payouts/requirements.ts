import { isRejection } from "./rejections.ts"

/** The parts of the payout wizard; the role and the missing requirements determine which are shown. */
export type Panel = "identity" | "market" | "bank" | "document"

const ASKED_BY: readonly (readonly [Panel, RegExp])[] = [
  ["market", /^business_profile\.(url|product_description)$/],
  ["bank", /^(external_account|bank)/],
  ["document", /^individual\.verification\.document(\.|$)/],
  [
    "identity",
    /^(business_type|tos_acceptance\..+|individual\.(first_name|last_name|email|phone|id_number|ssn_last_4|(dob|address)\..+))$/,
  ],
]

/** Returns the part that collects a requirement of the provider; null if no page of ours can. */
const panelOf = (requirement: string): Panel | null =>
  ASKED_BY.find(([, names]) => names.test(requirement))?.[0] ?? null

/** Returns the parts that collect the missing requirements, in the order of the wizard's steps. */
export function panelsFor(missing: readonly string[]): Panel[] {
  const wanted = new Set(missing.map(panelOf))
  return (["identity", "market", "bank", "document"] as const).filter((panel) => wanted.has(panel))
}

/** Whether no page of ours can collect a requirement, so that our team has to request it from the person. */
export const isAskedByNoPage = (requirement: string): boolean =>
  !isRejection(requirement) && panelOf(requirement) === null

const WORDS: Readonly<Record<Panel, string>> = {
  identity: "your date of birth and Social Security number",
  market: "your website, or a description of what you sell",
  bank: "your bank account",
  document: "a photo of your passport, driver's license or ID card",
}
const OTHER_WORDS: Readonly<Record<string, string>> = {
  "individual.verification.additional_document": "a second document, which shows your address",
  "business_profile.mcc": "the kind of your business",
}

/** Describes requirements for the seller or courier, in the order of the wizard's steps; leaves out rejections. */
export function requirementWords(requirements: readonly string[]): string[] {
  const others = requirements.filter(isAskedByNoPage)
  return [
    ...panelsFor(requirements).map((panel) => WORDS[panel]),
    ...others.map((name) => OTHER_WORDS[name] ?? `“${name}”`),
  ]
}
