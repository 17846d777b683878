import { type Cookie, tokenCookie } from "#core/cookies.ts"
import { HOUR_SECONDS } from "#core/durations.ts"
import { DRAFT_HOURS, type DraftKind } from "#core/registration/drafts.server.ts"

const cookieOf = (kind: DraftKind): Cookie<string> => tokenCookie(`draft_${kind}`, DRAFT_HOURS * HOUR_SECONDS)

/** The Set-Cookie value that stores the draft's secret. */
export const draftCookie = (request: Request, kind: DraftKind, secret: string): string =>
  cookieOf(kind).write(secret, new URL(request.url).protocol === "https:")

/** The secret of this browser's registration draft. */
export const readDraftSecret = (request: Request, kind: DraftKind): string | null =>
  cookieOf(kind).read(request.headers)
