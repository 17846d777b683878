import { z } from "zod"
import { DomainError } from "#core/errors.ts"
import type { Context } from "../context.ts"

export const NOTHING_TO_UNDO = "There is no step of this order to undo."

/** For how long a seller can undo their own step, from when the server has it. */
export const UNDO_MS = 10_000

/** The order whose newest step is undone, and that step as the page showed it. */
export const undoInput = z.object({
  orderId: z.string({ error: "Which order?" }),
  stepId: z.coerce.number().int().optional(),
})

export type UndoInput = z.output<typeof undoInput>

/** The most orders whose steps one tap undoes. */
export const MOST_UNDONE = 50

export const undoSeveralInput = z.object({
  steps: z.array(undoInput).min(1, NOTHING_TO_UNDO).max(MOST_UNDONE, NOTHING_TO_UNDO),
})

export type UndoSeveralInput = z.output<typeof undoSeveralInput>

/** When the jobs of a step are due: a seller's step once it can no longer be undone, others immediately. */
export const afterUndo = (ctx: Pick<Context, "actor" | "now">): { dueAt?: Date } =>
  ctx.actor.role === "seller" ? { dueAt: new Date(ctx.now().getTime() + UNDO_MS) } : {}

export const TOO_LATE = "Ten seconds have passed, so this can't be undone."
export const FOLLOWED = "Something has happened to this order since, so this can't be undone."
export const UNDONE = "This step is already undone."
export const NOT_YOURS = "Somebody else made this order's last step, so you can't undo it."

export const cannotUndo = (message: string): DomainError => new DomainError("illegal_move", message)
