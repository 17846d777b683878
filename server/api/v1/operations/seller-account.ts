import { z } from "zod"
import { isSubscribed } from "#core/approvals/seller-card.ts"
import { hoursTextField, parseHoursText } from "#core/catalog/hours.ts"
import type { SellerContext } from "#core/context.ts"
import {
  emailField,
  firstNameField,
  lastNameField,
  marketAddressInput,
  marketNameField,
} from "#core/identity/fields.ts"
import { readOwnMarket } from "#core/identity/own-profiles.server.ts"
import { newPasswordField } from "#core/identity/password.ts"
import { phoneField } from "#core/identity/phone.ts"
import { countSellerOrders } from "#core/orders/list-seller-orders.server.ts"
import { readBalance } from "#core/payouts/read-balance.server.ts"
import { registerSeller } from "#core/registration/register-seller.server.ts"
import { SELLER_FILES } from "#core/registration/registration-inputs.ts"
import { clientAddress } from "#server/http/client-address.ts"
import {
  approvalFields,
  approvalOf,
  dollars,
  ignored,
  inDollars,
  marketFields,
  maybe,
  ownEmail,
  registration,
  requirement,
  text,
} from "../fields.ts"
import { fileField } from "../files.ts"
import { type Operation, operation } from "../operation.ts"
import { APPLICANT_REJECTIONS, registerApplicant } from "../register-applicant.ts"

const THREE_IMAGES_BYTES = 4 * 1_048_576
const { address, city, state, zip } = marketAddressInput.shape

const registerBody = z
  .object({
    id: fileField("Choose a photo ID of the owner."),
    pictureOfMarket: fileField("Choose a photo of the market."),
    certificate: fileField("Choose a certificate or license."),
    Email: emailField,
    Password: newPasswordField,
    FirstName: firstNameField,
    LastName: lastNameField,
    Address: address,
    City: city,
    State: state,
    Zip: zip,
    Phone: phoneField,
    MarketName: marketNameField,
    Weekdays: hoursTextField,
    Satuday: hoursTextField,
    Sunday: hoursTextField,
    Month: ignored,
    Day: ignored,
    Year: ignored,
    SSN: ignored,
  })
  .meta({
    id: "SellerRegistration",
    examples: [
      {
        Email: "maria@example.test",
        Password: "Melons#2026ab",
        FirstName: "Maria",
        LastName: "Lopez",
        Address: "75 9th Ave",
        City: "New York",
        State: "NY",
        Zip: "10011",
        Phone: "212-555-0134",
        MarketName: "Chelsea Stall",
        Weekdays: "8am-7pm",
        Satuday: "9am-5pm",
        Sunday: "Closed",
        id: "id.jpg",
        pictureOfMarket: "market.jpg",
        certificate: "certificate.jpg",
      },
    ],
  })

const sellerInformation = z
  .object({
    ...marketFields,
    weekday: text,
    saturday: text,
    sunday: text,
    marketlat: maybe(z.number()),
    marketlng: maybe(z.number()),
    firstname: text,
    lastname: text,
    email: text,
    ...approvalFields,
    sucess: maybe(z.boolean()).meta({
      description: "Null before onboarding; false if the provider rejected it.",
    }),
    stripeid: maybe(text).meta({ description: "The payout account's id at Stripe." }),
    hassub: z.boolean().meta({ description: "Whether the monthly subscription is active." }),
    count: z.int().meta({ description: "The number of the market's products." }),
    pendingamount: dollars.meta({ description: "The amount that is not available yet, in US dollars." }),
    availableamount: dollars.meta({ description: "The amount that can be paid out now, in US dollars." }),
    totalOrders: z.int(),
    totalCompleteOrders: z.int(),
    totalUncompleteOrders: z.int(),
  })
  .meta({ id: "Seller" })

/** A seller's registration and own information. */
export const sellerAccount: Operation[] = [
  operation({
    method: "post",
    path: "/seller/RegisterSeller",
    tag: "Seller",
    summary: "Register a market, with the owner's photo ID, a photo of the market and a certificate",
    description:
      "Each day's hours are stored as sent. Sends an email with a link to confirm the address; an admin approves the market.",
    roles: ["anyone"],
    bodyTypes: ["form"],
    largestBodyBytes: THREE_IMAGES_BYTES,
    body: registerBody,
    status: 201,
    answer: registration,
    rejections: APPLICANT_REJECTIONS,
    fieldNames: { zip: "Zip", state: "State", email: "Email", marketName: "MarketName" },
    idempotency: "answer",
    page: "/market",
    command: "registerSeller",
    async handle({ ctx, body, http }) {
      const { confirmed } = await registerApplicant(ctx, {
        kind: "seller",
        address: clientAddress(http.req.raw),
        account: { email: body.Email, password: body.Password },
        values: valuesOf(body),
        files: (["id", "pictureOfMarket", "certificate"] as const).map((field) => ({
          field,
          container: SELLER_FILES[field],
          file: body[field],
        })),
        register: registerSeller,
      })
      return { email: body.Email, emailConfirmed: confirmed }
    },
  }),
  operation({
    method: "get",
    path: "/seller/getSellerInformation",
    tag: "Seller",
    summary: "The seller's market, revenue, orders, and what the payment provider is missing",
    roles: ["seller"],
    answer: z.object({ sellerInformation, requirement }).meta({ id: "SellerInformation" }),
    page: "/market-dashboard",
    command: "readOwnMarket, readBalance, countSellerOrders",
    handle: ({ ctx }) => information(ctx),
  }),
  operation({
    method: "get",
    path: "/seller/sellerEmail",
    tag: "Seller",
    summary: "The seller's email, for the read-only fields of forms",
    roles: ["seller"],
    answer: ownEmail,
    page: "/register-subscription",
    command: "readOwnMarket",
    handle: async ({ ctx }) => ({ email: (await readOwnMarket(ctx)).email }),
  }),
]

/** Converts to the wizard's fields; the schema has checked that each of the hours' texts is two choices. */
function valuesOf(body: z.output<typeof registerBody>): Record<string, string> {
  const hours = (day: string, text: string) => {
    const choices = parseHoursText(text)
    return { [`${day}Open`]: choices?.open ?? "", [`${day}Close`]: choices?.close ?? "" }
  }
  return {
    firstName: body.FirstName,
    lastName: body.LastName,
    email: body.Email,
    marketName: body.MarketName,
    address: body.Address,
    city: body.City,
    state: body.State,
    zip: body.Zip,
    phone: body.Phone,
    ...hours("weekday", body.Weekdays),
    ...hours("saturday", body.Satuday),
    ...hours("sunday", body.Sunday),
  }
}

async function information(ctx: SellerContext) {
  const { market, email, productCount } = await readOwnMarket(ctx)
  const revenue = await readBalance(ctx)
  const orders = await countSellerOrders(ctx)
  const { id, name, address, city, state, zip, phone, approval } = market
  return {
    sellerInformation: {
      id,
      name,
      address,
      city,
      state,
      zip,
      phone,
      weekday: market.weekdayHours,
      saturday: market.saturdayHours,
      sunday: market.sundayHours,
      marketlat: market.lat,
      marketlng: market.lng,
      firstname: market.firstName,
      lastname: market.lastName,
      email,
      ...approvalOf(approval),
      sucess: market.onboarded,
      stripeid: market.stripeAccountId,
      hassub: isSubscribed(market.subscription),
      count: productCount,
      pendingamount: inDollars(revenue.pendingCents),
      availableamount: inDollars(revenue.availableCents),
      totalOrders: orders.total,
      totalCompleteOrders: orders.complete,
      totalUncompleteOrders: orders.uncomplete,
    },
    requirement: { missing: market.requirements },
  }
}
