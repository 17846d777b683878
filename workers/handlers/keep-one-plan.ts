import { keepOnePlan } from "#core/subscriptions/keep-one-plan.server.ts"
import type { Handler } from "#workers/handler.ts"

export const keepOnePlanJob: Handler<"keep-one-plan"> = keepOnePlan
