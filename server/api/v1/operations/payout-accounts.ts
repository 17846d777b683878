import { z } from "zod"
import { DomainError } from "#core/errors.ts"
import { connectAccount, type PayoutContext } from "#core/payouts/connect-account.server.ts"
import { MISSING_DETAILS_MESSAGE } from "#core/payouts/fields.ts"
import { meetRequirements, missingRequirements } from "#core/payouts/meet-requirements.server.ts"
import { requestPayout } from "#core/payouts/request-payout.server.ts"
import { dollars, EXAMPLE_ID, inDollars, requirement, text } from "../fields.ts"
import { connectBody, identityNames, requirementsBody, tokensOf } from "../identity-body.ts"
import { type Operation, operation } from "../operation.ts"

const rejections = ["invalid", "not_allowed", "provider_down"] as const

const payout = z
  .object({ payoutId: text, amount: dollars })
  .meta({ id: "Payout", examples: [{ payoutId: EXAMPLE_ID, amount: 96.4 }] })
const connected = requirement
  .extend({ sucess: z.boolean().meta({ description: "True if nothing is missing." }) })
  .meta({ id: "ConnectedAccount", examples: [{ sucess: true, missing: [] }] })

type Paths = {
  tag: Operation["tag"]
  role: "seller" | "deliverer"
  connect: readonly { path: string; ours?: boolean }[]
  requirements: string
  meet: string
  payout: { path: string; ours?: boolean }
  pages: { connect: string; meet: string }
}

const PATHS: readonly Paths[] = [
  {
    tag: "Seller",
    role: "seller",
    connect: [{ path: "/seller/ConnectAccount" }, { path: "/seller/createMarketAccount", ours: true }],
    requirements: "/seller/getrequirements",
    meet: "/seller/requirements",
    payout: { path: "/seller/payoutForSeller" },
    pages: { connect: "/register-stripe", meet: "/requirement" },
  },
  {
    tag: "Express",
    role: "deliverer",
    connect: [{ path: "/pushcartexpress/connectedAccount" }],
    requirements: "/pushcartexpress/getrequirements",
    meet: "/pushcartexpress/updateRequirements",
    payout: { path: "/pushcartexpress/payout", ours: true },
    pages: { connect: "/stripe", meet: "/requirement-express" },
  },
]

/** Payout accounts and payouts, with the same calls under the sellers' and the couriers' paths. */
export const payoutAccounts: Operation[] = PATHS.flatMap((paths) => [
  ...paths.connect.map((at) => connect(paths, at)),
  operation({
    method: "get",
    path: paths.requirements,
    tag: paths.tag,
    summary: "The details that the payment provider still requires",
    roles: [paths.role],
    answer: requirement.shape.missing,
    page: paths.pages.meet,
    command: "missingRequirements",
    handle: async ({ ctx }) => [...(await missingRequirements(ctx as PayoutContext))],
  }),
  operation({
    method: "put",
    path: paths.meet,
    tag: paths.tag,
    summary: "Send the missing details to the payment provider",
    roles: [paths.role],
    bodyTypes: ["json", "form"],
    body: requirementsBody,
    answer: requirement,
    rejections,
    fieldNames: identityNames,
    page: paths.pages.meet,
    command: "meetRequirements",
    async handle({ ctx: actor, body, runtime }) {
      const ctx = actor as PayoutContext
      const tokens = await tokensOf(ctx, body, runtime.env.API_RAW_IDENTITY)
      await meetRequirements(ctx, {
        ...tokens,
        website: body.Url,
        productDescription: body.ProductDescription,
      })
      return { missing: [...(await missingRequirements(ctx))] }
    },
  }),
  operation({
    method: "post",
    ...paths.payout,
    tag: paths.tag,
    summary: "Pay out everything that is available",
    description: "Concurrent requests make only one payout.",
    roles: [paths.role],
    answer: payout,
    rejections: ["insufficient_balance", "not_allowed", "idempotency_conflict"],
    idempotency: "command",
    page: "/payout",
    command: "requestPayout",
    async handle({ ctx, idempotencyKey }) {
      const { payoutId, amountCents } = await requestPayout(ctx as PayoutContext, { idempotencyKey })
      return { payoutId, amount: inDollars(amountCents) }
    },
  }),
])

function connect({ tag, role, pages }: Paths, at: { path: string; ours?: boolean }): Operation {
  return operation({
    method: "post",
    ...at,
    tag,
    summary: "Connect a payout account with the payment provider",
    description:
      "Identity and bank details are sent as Stripe tokens. Raw numbers are accepted only if the server allows them.",
    roles: [role],
    bodyTypes: ["json", "form"],
    body: connectBody,
    answer: connected,
    rejections: [...rejections, "idempotency_conflict"],
    fieldNames: identityNames,
    idempotency: "answer",
    page: pages.connect,
    command: "connectAccount",
    async handle({ ctx: actor, body, runtime }) {
      const ctx = actor as PayoutContext
      const { accountToken, bankToken } = await tokensOf(ctx, body, runtime.env.API_RAW_IDENTITY)
      if (!accountToken || !bankToken)
        throw new DomainError("invalid", MISSING_DETAILS_MESSAGE, undefined, {
          fields: [...(accountToken ? [] : ["accountToken"]), ...(bankToken ? [] : ["bankToken"])],
        })
      await connectAccount(ctx, {
        accountToken,
        bankToken,
        website: body.Url,
        productDescription: body.ProductDescription,
        schedule: body.Schedule,
        agree: true,
      })
      const still = [...(await missingRequirements(ctx))]
      return { sucess: still.length === 0, missing: still }
    },
  })
}
