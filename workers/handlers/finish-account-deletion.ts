import { closeAccounts } from "#core/privacy/close-accounts.server.ts"
import { finishDeletion } from "#core/privacy/finish-deletion.server.ts"
import type { Handler } from "#workers/handler.ts"

export const finishAccountDeletion: Handler<"finish-account-deletion"> = async (ctx, { userId }) => {
  await finishDeletion(ctx, userId)
  await closeAccounts(ctx, userId)
}
