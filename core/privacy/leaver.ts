import type { PersonContext } from "#core/context.ts"

/** Whose traces go, and when: by their own hand, or once more after a restore. Nothing outside is asked for it. */
export type Leaver = Pick<PersonContext, "actor" | "now">
