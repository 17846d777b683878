import { z } from "zod"
import { provePassword } from "#core/identity/prove-password.server.ts"
import { deleteAccount } from "#core/privacy/delete-account.server.ts"
import { exportAccount } from "#core/privacy/export-account.server.ts"
import { passwordAgainInput } from "#core/privacy/privacy.ts"
import { done } from "../fields.ts"
import { type Operation, operation } from "../operation.ts"

const roles = ["customer", "seller", "deliverer"] as const
const body = passwordAgainInput.meta({ id: "PasswordAgain", examples: [{ password: "Melons#2026ab" }] })

/** Everyone's right to export their data and to delete their account. */
export const ownAccount: Operation[] = [
  operation({
    method: "post",
    path: "/account/export",
    tag: "Account",
    summary: "Export everything stored about the caller",
    description:
      "One JSON object for all roles of the person: amounts in cents, times in UTC, links to images (links to private ones expire after an hour). At most ten times a day.",
    roles,
    ours: true,
    body,
    answer: z.looseObject({ format: z.literal("pushcart-account-1") }).meta({ id: "AccountExport" }),
    rejections: ["rate_limited"],
    page: "/account",
    command: "exportAccount",
    async handle({ ctx, body }) {
      await provePassword(ctx, body.password)
      return exportAccount(ctx)
    },
  }),
  operation({
    method: "post",
    path: "/account/delete",
    tag: "Account",
    summary: "Delete the account, in all roles",
    description:
      "Takes effect immediately, cannot be undone, and ends all sessions and tokens. Rejected with a list if something is still open: running orders and deliveries, money that is not paid out, disputes.",
    roles,
    ours: true,
    body,
    answer: done("deleted"),
    rejections: ["illegal_move", "not_allowed", "rate_limited"],
    page: "/account/delete",
    command: "deleteAccount",
    async handle({ ctx, body }) {
      await deleteAccount(ctx, body)
      return { deleted: true as const }
    },
  }),
]
