import type { HistoryRole } from "./history.ts"

/** One allowed change: from which statuses (null: none yet), to which, and who may make it. */
export type StatusMove<Status extends string> = {
  readonly from: readonly (Status | null)[]
  readonly to: Status | null
  readonly by: readonly HistoryRole[]
}

/** A table of moves: every change that is not in it is rejected. */
export type Moves<Status extends string> = Readonly<Record<string, StatusMove<Status>>>

/** Throws an `Error`, not a `DomainError`: only a bug makes a move that the role may not make. */
export function requireMover({ by }: Pick<StatusMove<string>, "by">, role: string, move: string): void {
  if (!by.some((mover) => mover === role)) throw new Error(`The move ${move} is not for a ${role} to make.`)
}

export const startsAt = <Status extends string>(move: StatusMove<Status>, status: Status | null): boolean =>
  move.from.includes(status)

/** The statuses at which a move starts, without null. */
export const startsOf = <Status extends string>(move: StatusMove<Status>): Status[] =>
  move.from.filter((status) => status !== null)
