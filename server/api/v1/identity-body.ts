import { z } from "zod"
import { DomainError } from "#core/errors.ts"
import { PAYOUT_SCHEDULES } from "#core/identity/states.ts"
import type { PayoutContext } from "#core/payouts/connect-account.server.ts"
import {
  accountHolderField,
  accountNumberField,
  dateOfBirthField,
  MISSING_DETAILS_MESSAGE,
  productDescriptionField,
  routingNumberField,
  ssnField,
  websiteField,
} from "#core/payouts/fields.ts"
import { meetRequirementsInput } from "#core/payouts/inputs.ts"
import { tokenizeIdentity } from "#core/payouts/tokenize-identity.server.ts"
import { plainText, readableText } from "#core/typed-text.ts"
import { ignored } from "./fields.ts"

/** A field that the original sends empty when it has no value. */
const sentOrEmpty = <S extends z.ZodType>(field: S) =>
  z.preprocess((sent) => (sent === null || isEmpty(sent) ? undefined : sent), field.optional())

const isEmpty = (sent: unknown) => typeof sent === "string" && readableText(sent) === ""

const RAW = "Accepted only if API_RAW_IDENTITY is on; otherwise send tokens."
const { accountToken, bankToken } = meetRequirementsInput.shape

/** The documented requirement submission, with tokens in place of its secret values. */
export const requirementsBody = z
  .object({
    accountToken: accountToken.meta({
      description: "A Stripe account token, in place of DOB and SSN. Ours.",
    }),
    bankToken: bankToken.meta({ description: "A Stripe bank token, in place of the bank numbers. Ours." }),
    Url: sentOrEmpty(websiteField),
    ProductDescription: sentOrEmpty(productDescriptionField),
    DOB: sentOrEmpty(dateOfBirthField(new Date())).meta({ description: `MM/DD/YYYY. ${RAW}` }),
    SSN: sentOrEmpty(ssnField).meta({ description: RAW }),
    AccountNumber: sentOrEmpty(accountNumberField).meta({ description: RAW }),
    RoutingNumber: sentOrEmpty(routingNumberField).meta({ description: RAW }),
    AccountHolderName: sentOrEmpty(accountHolderField).meta({ description: RAW }),
  })
  .meta({
    id: "MissingRequirements",
    examples: [{ accountToken: "ct_123", bankToken: "btok_123", Url: "https://example.com" }],
  })

/** The documented payout submission. The caller has shown the provider's terms and the person has accepted them. */
export const connectBody = requirementsBody
  .extend({
    Schedule: z
      .string({ error: "Choose a payout schedule." })
      .overwrite(plainText)
      .toLowerCase()
      .pipe(z.enum(PAYOUT_SCHEDULES, { error: "Choose a payout schedule." })),
    agree: ignored,
  })
  .meta({
    id: "PayoutAccount",
    examples: [
      { accountToken: "ct_123", bankToken: "btok_123", Url: "https://example.com", Schedule: "weekly" },
    ],
  })

/** Maps the domain's field names to the names in the request. */
export const identityNames = {
  website: "Url",
  productDescription: "ProductDescription",
  question: "Url",
  schedule: "Schedule",
}

type Identity = z.output<typeof requirementsBody>

/** The tokens of a submission: those that were sent, or created from the raw numbers if that is allowed. */
export async function tokensOf(ctx: PayoutContext, identity: Identity, rawAllowed: boolean) {
  const { DOB: born, SSN: ssn, AccountNumber, RoutingNumber, AccountHolderName } = identity
  const hasRaw = [born, ssn, AccountNumber, RoutingNumber, AccountHolderName].some(
    (field) => field !== undefined,
  )
  if (!hasRaw) return { accountToken: identity.accountToken, bankToken: identity.bankToken }
  if (!rawAllowed)
    throw new DomainError("not_allowed", "This server takes identity and bank numbers as Stripe tokens only.")
  const bank =
    AccountNumber && RoutingNumber && AccountHolderName
      ? { accountNumber: AccountNumber, routingNumber: RoutingNumber, holder: AccountHolderName }
      : undefined
  if (!bank && (AccountNumber || RoutingNumber || AccountHolderName))
    throw new DomainError("invalid", MISSING_DETAILS_MESSAGE, undefined, {
      fields: ["AccountNumber", "RoutingNumber", "AccountHolderName"],
    })
  const made = await tokenizeIdentity(ctx, { born, ssn, bank })
  return {
    accountToken: identity.accountToken ?? made.accountToken,
    bankToken: identity.bankToken ?? made.bankToken,
  }
}
