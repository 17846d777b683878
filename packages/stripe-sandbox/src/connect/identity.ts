import { z } from "zod"
import { address, metadata, text, whole } from "../http/params.ts"
import type { Documents } from "../store/documents.ts"
import type { World } from "../world.ts"

const dob = z.strictObject({ day: whole, month: whole, year: whole })
const documentSides = z.strictObject({ front: text.optional(), back: text.optional() })

/** A person's data, as account tokens, person tokens and (where allowed) direct calls send it. */
export const individualParams = z.strictObject({
  address: address.optional(),
  dob: z.union([dob, z.literal("")]).optional(),
  email: text.optional(),
  first_name: text.optional(),
  id_number: text.optional(),
  last_name: text.optional(),
  maiden_name: text.optional(),
  metadata: metadata.optional(),
  phone: text.optional(),
  political_exposure: z.enum(["existing", "none"]).optional(),
  relationship: z
    .strictObject({
      director: z.string().optional(),
      executive: z.string().optional(),
      owner: z.string().optional(),
      percent_ownership: z.string().optional(),
      representative: z.string().optional(),
      title: text.optional(),
    })
    .optional(),
  ssn_last_4: text.optional(),
  verification: z
    .strictObject({ document: documentSides.optional(), additional_document: documentSides.optional() })
    .optional(),
})

export type IndividualParams = z.output<typeof individualParams>
type Person = Documents["person"]

/** Facts about a person that the API does not show. The identity number itself is not stored. */
export interface IdentityFacts {
  /** Whether the number matches the name, as the test numbers define. */
  matches?: boolean
  document?: "accepted" | "rejected"
}

/** A person's data with the social security number replaced by the result of its check. */
export interface Screened {
  fields: Omit<IndividualParams, "id_number" | "ssn_last_4">
  matches?: boolean
  fullNumber: boolean
}

// From https://docs.stripe.com/connect/testing: all ones and all twos do not match; zeros and all other numbers do.
const MISMATCH = ["111111111", "222222222", "1111", "2222"]

/** Checks an identity number immediately and drops it, so that neither tokens nor persons store it. */
export function screen({ id_number, ssn_last_4, ...fields }: IndividualParams): Screened {
  const number = (id_number ?? ssn_last_4)?.replace(/\D/g, "")
  return {
    fields,
    ...(number === undefined ? {} : { matches: !MISMATCH.includes(number) }),
    fullNumber: id_number !== undefined,
  }
}

/** Applies new data to a person. A document can verify an identity that the number did not. */
export function applyIdentity(
  world: World,
  person: Person,
  { fields, matches, fullNumber }: Screened,
): Person {
  const facts = world.store.hidden<IdentityFacts>(person.id)
  if (matches !== undefined) facts.matches = matches
  const front = fields.verification?.document?.front
  if (front) facts.document = documentAccepted(world, front) ? "accepted" : "rejected"
  const verified = facts.document === "accepted" || (facts.matches === true && facts.document !== "rejected")
  const { relationship, verification, metadata: _, dob: born, address: home, ...plain } = fields
  const updated: Person = {
    ...person,
    ...plain,
    ...(home ? { address: { ...blankAddress(), ...person.address, ...home } } : {}),
    ...(born ? { dob: born } : {}),
    id_number_provided: person.id_number_provided || fullNumber,
    ssn_last_4_provided: person.ssn_last_4_provided || matches !== undefined,
    verification: {
      additional_document: person.verification?.additional_document ?? blankDocument(),
      details: null,
      details_code: null,
      document: front
        ? { back: verification?.document?.back ?? null, details: null, details_code: null, front }
        : (person.verification?.document ?? blankDocument()),
      status: verified ? "verified" : "unverified",
    },
  }
  if (relationship) updated.relationship = { ...blankRelationship(), title: relationship.title ?? null }
  world.store.save(updated)
  world.store.hide(person.id, facts)
  return updated
}

/** Whether a document passes. Uploads do, unless their name says otherwise; Stripe's own test file ids work too. */
function documentAccepted(world: World, file: string): boolean {
  if (file.startsWith("file_identity_document_")) return file.includes("success")
  const found = world.store.get("file", file, undefined, "individual[verification][document][front]")
  return !/fail/i.test(found.filename ?? "")
}

export function blankPerson(id: string, account: string, now: number): Person {
  return {
    id,
    object: "person",
    account,
    created: now,
    id_number_provided: false,
    metadata: {},
    relationship: { ...blankRelationship(), representative: true },
    ssn_last_4_provided: false,
    verification: {
      additional_document: blankDocument(),
      details: null,
      details_code: null,
      document: blankDocument(),
      status: "unverified",
    },
  }
}

function blankDocument() {
  return { back: null, details: null, details_code: null, front: null }
}

function blankAddress() {
  return { city: null, country: "US", line1: null, line2: null, postal_code: null, state: null }
}

function blankRelationship() {
  return {
    authorizer: null,
    director: false,
    executive: false,
    legal_guardian: null,
    owner: false,
    percent_ownership: null,
    representative: false,
    title: null,
  }
}
