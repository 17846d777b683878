import type { Actor } from "#core/context.ts"
import type { LiveSession } from "#core/identity/find-session.server.ts"
import type { SocketData } from "#server/adapters/rooms/bun-sockets.ts"

/** Hono's types for every request. `upgrade` turns the request into a WebSocket, if the host can. */
export type HttpEnv = {
  Variables: HttpVariables
  Bindings: { upgrade?: (data: SocketData) => boolean }
}

export type HttpVariables = { nonce: string; requestId: string; caller: () => Promise<Caller> }

/** The caller: the session's person in the session's role, or anonymous without a session. */
export type Caller = { actor: Actor; session: LiveSession | null }
