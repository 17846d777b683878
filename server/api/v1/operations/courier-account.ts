import { z } from "zod"
import type { CourierContext } from "#core/context.ts"
import { emailField, firstNameField, lastNameField } from "#core/identity/fields.ts"
import { readOwnCourier } from "#core/identity/own-profiles.server.ts"
import { newPasswordField } from "#core/identity/password.ts"
import { readBalance } from "#core/payouts/read-balance.server.ts"
import { registerCourier } from "#core/registration/register-courier.server.ts"
import { COURIER_FILES, courierAddressInput } from "#core/registration/registration-inputs.ts"
import {
  approvalFields,
  approvalOf,
  dollars,
  ignored,
  inDollars,
  maybe,
  registration,
  requirement,
  text,
  time,
} from "#server/api/v1/fields.ts"
import { fileField } from "#server/api/v1/files.ts"
import { type Operation, operation } from "#server/api/v1/operation.ts"
import { APPLICANT_REJECTIONS, registerApplicant } from "#server/api/v1/register-applicant.ts"
import { clientAddress } from "#server/http/client-address.ts"

const ONE_IMAGE_BYTES = 2 * 1_048_576
const { address, addressOne, city, state, zip, phone } = courierAddressInput.shape

const registerBody = z
  .object({
    id: fileField("Choose a photo ID."),
    Email: emailField,
    Password: newPasswordField,
    FirstName: firstNameField,
    LastName: lastNameField,
    Address: address,
    AddressOne: addressOne,
    City: city,
    State: state,
    Zip: zip,
    Phone: phone,
    MarketName: ignored,
  })
  .meta({
    id: "DelivererRegistration",
    examples: [
      {
        Email: "dora@example.test",
        Password: "Melons#2026ab",
        FirstName: "Dora",
        LastName: "Wheeler",
        Address: "75 9th Ave",
        AddressOne: "",
        City: "New York",
        State: "NY",
        Zip: "10011",
        Phone: "212-555-0199",
        id: "id.jpg",
      },
    ],
  })

const express = z
  .object({
    id: text,
    email: text,
    firstname: text,
    lastname: text,
    address: text,
    addressone: text,
    city: text,
    state: text,
    zip: text,
    phone: text,
    emailconfirmed: z.boolean(),
    agree: z.boolean(),
    dateaccepted: maybe(time),
    ...approvalFields,
    role: z.literal("deliverer"),
    stripeID: maybe(text).meta({ description: "The payout account's id at Stripe." }),
    decisiontime: maybe(time),
  })
  .meta({ id: "Deliverer" })

/** A courier's registration and own information. */
export const courierAccount: Operation[] = [
  operation({
    method: "post",
    path: "/pushcartexpress/createpushcartexpress",
    tag: "Express",
    summary: "Register as a deliverer, with a photo ID",
    description: "Sends an email with a link to confirm the address; an admin approves the deliverer.",
    roles: ["anyone"],
    bodyTypes: ["form"],
    largestBodyBytes: ONE_IMAGE_BYTES,
    body: registerBody,
    status: 201,
    answer: registration,
    rejections: APPLICANT_REJECTIONS,
    fieldNames: { zip: "Zip", email: "Email" },
    idempotency: "answer",
    page: "/express",
    command: "registerCourier",
    async handle({ ctx, body, http }) {
      const { confirmed } = await registerApplicant(ctx, {
        kind: "deliverer",
        address: clientAddress(http.req.raw),
        account: { email: body.Email, password: body.Password },
        values: {
          firstName: body.FirstName,
          lastName: body.LastName,
          email: body.Email,
          phone: body.Phone,
          address: body.Address,
          addressOne: body.AddressOne,
          city: body.City,
          state: body.State,
          zip: body.Zip,
        },
        files: [{ field: "id", container: COURIER_FILES.id, file: body.id }],
        register: registerCourier,
      })
      return { email: body.Email, emailConfirmed: confirmed }
    },
  }),
  operation({
    method: "get",
    path: "/pushcartexpress/delivererInformation",
    tag: "Express",
    summary: "The deliverer, their revenue and deliveries, and what the payment provider is missing",
    roles: ["deliverer"],
    answer: z
      .object({
        pushcartexpress: express,
        success: maybe(z.boolean()).meta({
          description: "Null before onboarding; false if the provider rejected it.",
        }),
        available: dollars.meta({ description: "The amount that can be paid out now, in US dollars." }),
        pending: dollars.meta({ description: "The amount that is not available yet, in US dollars." }),
        deliveries: z.int().meta({ description: "The number of completed deliveries." }),
        requirement,
      })
      .meta({ id: "DelivererInformation" }),
    page: "/express-dashboard",
    command: "readOwnCourier, readBalance",
    handle: ({ ctx }) => information(ctx),
  }),
]

async function information(ctx: CourierContext) {
  const { deliverer, email, emailConfirmed, agreedAt, deliveryCount } = await readOwnCourier(ctx)
  const revenue = await readBalance(ctx)
  const { address, city, state, zip, phone, approval } = deliverer
  return {
    pushcartexpress: {
      id: deliverer.userId,
      email,
      firstname: deliverer.firstName,
      lastname: deliverer.lastName,
      address,
      addressone: deliverer.addressOne,
      city,
      state,
      zip,
      phone,
      emailconfirmed: emailConfirmed,
      agree: agreedAt !== null,
      role: "deliverer" as const,
      dateaccepted: agreedAt?.toISOString() ?? null,
      ...approvalOf(approval),
      stripeID: deliverer.stripeAccountId,
      decisiontime: deliverer.decidedAt?.toISOString() ?? null,
    },
    success: deliverer.onboarded,
    available: inDollars(revenue.availableCents),
    pending: inDollars(revenue.pendingCents),
    deliveries: deliveryCount,
    requirement: { missing: deliverer.requirements },
  }
}
