import type { LiveSession } from "#core/accounts/find-session.server.ts"

/** People who are busy at the same time; of more, those who came first are forgotten, and asked after again. */
const MOST = 10_000

/**
 * Whose session each token was when it was last asked after. Nothing is answered from it: it says for whom a request
 * may begin, whose first statement then asks whether that is still so.
 */
export type RememberedSessions = {
  of(token: string): LiveSession | undefined
  note(token: string, session: LiveSession | null): void
}

export function rememberedSessions(most = MOST): RememberedSessions {
  const known = new Map<string, LiveSession>()
  return {
    of: (token) => known.get(token),
    note(token, session) {
      known.delete(token)
      if (!session) return
      if (known.size >= most) known.delete(known.keys().next().value as string)
      known.set(token, session)
    },
  }
}
