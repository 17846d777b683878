import type { HistoryRole } from "./history.ts"

/** One way on: from which statuses (null: none yet), to which, and who may make it. */
export type StatusMove<Status extends string> = {
  readonly from: readonly (Status | null)[]
  readonly to: Status | null
  readonly by: readonly HistoryRole[]
}

/** A table of moves: whatever is not in it cannot happen, on any path. */
export type Moves<Status extends string> = Readonly<Record<string, StatusMove<Status>>>

/** A move that is not this role's to make was offered or called by mistake: nobody reads this. */
export function requireMover({ by }: Pick<StatusMove<string>, "by">, role: string, move: string): void {
  if (!by.some((mover) => mover === role)) throw new Error(`The move ${move} is not for a ${role} to make.`)
}

/** Whether a move starts at this status. */
export const startsAt = <Status extends string>(move: StatusMove<Status>, status: Status | null): boolean =>
  move.from.includes(status)

/** The statuses that a move starts at. */
export const startsOf = <Status extends string>(move: StatusMove<Status>): Status[] =>
  move.from.filter((status) => status !== null)
