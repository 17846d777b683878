import { z } from "zod"
import { addressFields, marketNameField } from "#core/identity/fields.ts"
import { readableText } from "#core/typed-text.ts"

/** What of a market an admin looks at before customers read it. */
export const CHANGE_KINDS = ["name", "address"] as const
export type ChangeKind = (typeof CHANGE_KINDS)[number]

/** withdrawn: by the seller, who took it back or asked for something else. */
export const CHANGE_DECISIONS = ["approved", "denied", "withdrawn"] as const

export const marketNameInput = z.object({ name: marketNameField })

const { address, city, state, zip } = addressFields
export const marketAddressInput = z.object({ address, city, state, zip })

export type MarketChange =
  | { kind: "name"; wanted: z.output<typeof marketNameInput> }
  | { kind: "address"; wanted: z.output<typeof marketAddressInput> }

type Facts = { name: string; address: string; city: string; state: string; zip: string }

/** How a change reads: the new name, or the new address in one line. */
export const changeText = (wanted: MarketChange["wanted"]): string =>
  "name" in wanted ? wanted.name : addressLine(wanted)

/** What a change replaces, in the same words. */
export const currentText = (kind: ChangeKind, market: Facts): string =>
  kind === "name" ? market.name : addressLine(market)

export const addressLine = ({ address, city, state, zip }: Omit<Facts, "name">): string =>
  `${address}, ${city}, ${state} ${zip}`

/** Whether a change asks for what is there already. */
export const changesNothing = (change: MarketChange, market: Facts): boolean =>
  changeText(change.wanted) === currentText(change.kind, market)

const SHORTEST_REASON = 5
const LONGEST_REASON = 500

/** An admin's word on one change, which is the change that their page showed. */
export const changeDecisionInput = z
  .object({
    changeId: z.uuid({ error: "Reload the page, please." }),
    decision: z.enum(["approve", "deny"], { error: "Approve or deny?" }),
    reason: z
      .string()
      .overwrite(readableText)
      .max(LONGEST_REASON, `At most ${LONGEST_REASON} characters.`)
      .default(""),
  })
  .refine(({ decision, reason }) => decision === "approve" || reason.length >= SHORTEST_REASON, {
    path: ["reason"],
    error: "Tell the seller why.",
  })
