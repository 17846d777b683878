import { finishDeletion } from "#core/privacy/finish-deletion.server.ts"
import type { Handler } from "#workers/handler.ts"

export const finishAccountDeletion: Handler<"finish-account-deletion"> = (ctx, { userId }) =>
  finishDeletion(ctx, userId)
