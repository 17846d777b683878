import { HOUR_SECONDS } from "#core/durations.ts"
import { DRAFT_HOURS, type DraftKind } from "#core/registration/drafts.server.ts"

const nameOf = (kind: DraftKind) => `draft_${kind}`

/** The Set-Cookie value that keeps the draft's secret. */
export function draftCookie(request: Request, kind: DraftKind, secret: string): string {
  const secure = new URL(request.url).protocol === "https:" ? "; Secure" : ""
  return `${nameOf(kind)}=${secret}; Path=/; Max-Age=${DRAFT_HOURS * HOUR_SECONDS}; HttpOnly; SameSite=Lax${secure}`
}

/** The secret of this browser's half-filled registration. */
export function readDraftSecret(request: Request, kind: DraftKind): string | null {
  const cookies = request.headers.get("Cookie") ?? ""
  return new RegExp(`(?:^|;\\s*)${nameOf(kind)}=([\\w-]+)`).exec(cookies)?.[1] ?? null
}
