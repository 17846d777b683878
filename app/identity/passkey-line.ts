import { instantText } from "#core/calendar/instant-text.ts"
import type { Passkey } from "#core/passkeys/manage-passkeys.server.ts"

/** A passkey in a list, with its dates formatted in the person's time zone. */
export type PasskeyLine = {
  id: string
  name: string
  since: string
  lastUsed: string | null
  isRecent: boolean
}

export const passkeyLines = (passkeys: readonly Passkey[], timeZone: string): PasskeyLine[] =>
  passkeys.map(({ id, name, createdAt, lastUsedAt, isRecent }) => ({
    id,
    name,
    since: instantText(createdAt, timeZone),
    lastUsed: lastUsedAt && instantText(lastUsedAt, timeZone),
    isRecent,
  }))

/** The ids of recent passkeys, which are checked by default. */
export const recentOnes = (passkeys: readonly PasskeyLine[]): string[] =>
  passkeys.filter(({ isRecent }) => isRecent).map(({ id }) => id)
