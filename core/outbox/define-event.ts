import { z } from "zod"
import type { Role } from "#core/identity/roles.ts"

/** A message to everyone in one room. It says what changed, never the new value: pages refetch the truth. */
export type RoomMessage = {
  readonly party: Role
  readonly room: string
  readonly type: string
  readonly data: unknown
}

type Of<S extends z.ZodRawShape> = z.infer<z.ZodObject<S>>
type Jobs<S extends z.ZodRawShape, J extends string> = Readonly<Record<J, (payload: Of<S>) => boolean>>
type Messages<S extends z.ZodRawShape> = (payload: Of<S>) => RoomMessage[]

type EventDefinition<S extends z.ZodRawShape, J extends string> = {
  readonly schema: z.ZodObject<S>
  readonly jobs: Jobs<S, J>
  readonly messages: Messages<S>
}

/** Defines an event by its payload's shape, the jobs that it queues, and the messages that it sends. */
export function event<S extends z.ZodRawShape, const J extends string = never>(
  shape: S,
  follows: { readonly jobs?: readonly J[] | Jobs<S, J>; readonly messages?: Messages<S> } = {},
): EventDefinition<S, J> {
  const { jobs = [], messages = () => [] } = follows
  const conditions = Array.isArray(jobs) ? Object.fromEntries(jobs.map((name: J) => [name, always])) : jobs
  return { schema: z.object(shape), jobs: conditions as Jobs<S, J>, messages }
}

/** The condition of a job that is queued for every event of its kind. */
export const always = () => true

/** A message that something changed, and of which subject, so that open pages load it again. */
export function changed(party: Role, room: string, what: string, subjectId?: string): RoomMessage {
  return { party, room, type: "changed", data: subjectId ? { what, id: subjectId } : { what } }
}
