import { dateText } from "#app/ui/date-text.tsx"
import type { Passkey } from "#core/passkeys/manage-passkeys.server.ts"

/** A passkey as a page lists it, with its days as the person reads them. */
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
    since: dateText(createdAt, timeZone),
    lastUsed: lastUsedAt && dateText(lastUsedAt, timeZone),
    isRecent,
  }))

/** The ones that are ticked at first. */
export const recentOnes = (passkeys: readonly PasskeyLine[]): string[] =>
  passkeys.filter(({ isRecent }) => isRecent).map(({ id }) => id)
