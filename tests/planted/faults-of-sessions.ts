import type { PlantedFault } from "./planted-fault.ts"

/** A session or a token is accepted for another role than it was created for, or after it has ended. */
export const SESSIONS: PlantedFault[] = [
  {
    title: "a page's script can read the secret of a half-filled registration",
    file: "core/cookies.ts",
    find: "maxAgeSeconds, httpOnly: true, encode: (text)",
    replace: "maxAgeSeconds, encode: (text)",
    test: {
      file: "core/cookies.test.ts",
      name: "is written with its attributes: scripts read plain ones alone",
    },
  },
  {
    title: "who signs in at a device gets the notifications of whoever had it before",
    file: "server/auth/sessions.ts",
    find: "if (device) await keepPushOf(options.db, device.id, person)",
    replace: "",
    test: {
      file: "core/push/devices.server.test.ts",
      name: "outlasts a session that ran out by its time, until somebody else signs in at the device",
    },
  },
  {
    title: "an API token works for ever",
    file: "core/api-tokens/create-api-token.server.ts",
    find: "and(isNull(apiTokens.revokedAt), gt(apiTokens.expiresAt, now))",
    replace: "and(isNull(apiTokens.revokedAt), gt(apiTokens.expiresAt, new Date(0)))",
    test: {
      file: "core/api-tokens/api-tokens.server.test.ts",
      name: "works for 90 days, and its owner is told once, a week before",
    },
  },
  {
    title: "an admin's API token needs no second factor",
    file: "core/identity/prove-identity.server.ts",
    find: 'if (ctx.actor.role === "admin") await proveSecondFactor',
    replace: 'if (ctx.actor.role !== "admin") await proveSecondFactor',
    test: {
      file: "core/api-tokens/api-tokens.server.test.ts",
      name: "of an admin needs the second factor to be made",
    },
  },
  {
    title: "a room keeps the sockets of a session that ended",
    file: "party/room.ts",
    find: "claims.userId === userId && (",
    replace: "claims.userId === sessionId && (",
    test: {
      file: "tests/contract/rooms/conformance/socket-limits.test.ts",
      name: "a live room on Bun host, in this process > closes the sockets of a session that ended, or of all of a person's, and no other",
    },
  },
  {
    title: "what is signed for another audience opens a room",
    file: "party/ticket.ts",
    find: '{ alg: "HS256", aud: AUDIENCE }',
    replace: '{ alg: "HS256" }',
    test: {
      file: "tests/contract/rooms/conformance/room.test.ts",
      name: "a live room on Bun host, in this process > rejects what is signed and is no ticket",
    },
  },
  {
    title: "a room does not tell a page that is older than its last message",
    file: "party/room.ts",
    find: "if (this.#quietMs() < pageAgeMs)",
    replace: "if (pageAgeMs < 0)",
    test: {
      file: "tests/contract/rooms/browser-client.test.ts",
      name: "resyncs at once if something was published between the page's rendering and the first connection",
    },
  },
  {
    title: "a page does not reload its data after a reconnect",
    file: "party/client.ts",
    find: "if (this.#wasOpen) this.#resyncSoon()",
    replace: "if (this.#wasOpen) this.#heard()",
    test: {
      file: "tests/contract/rooms/browser-client.test.ts",
      name: "reloads after the rooms were restarted",
    },
  },
  {
    title: "signing out tells no room",
    file: "server/auth/auth.ts",
    find: "after: (session) => tellRooms(db, session)",
    replace: "after: async () => {}",
    test: {
      file: "server/auth/sessions.server.test.ts",
      name: "has the rooms close the sockets of a session that is signed out of, or replaced by another",
    },
  },
  {
    title: "a session works without the role it was opened in",
    file: "core/identity/find-session.server.ts",
    find: "and(eq(memberships.userId, sessions.userId), eq(memberships.role, sessions.role))",
    replace: "eq(memberships.userId, sessions.userId)",
    test: {
      file: "core/identity/find-session.server.test.ts",
      name: "knows somebody in the role the session was opened in, until that role is taken away",
    },
  },
  {
    title: "a seller's session is for any market",
    file: "core/identity/find-session.server.ts",
    find: 'and(eq(sessions.role, "seller"), eq(markets.userId, sessions.userId))',
    replace: 'eq(sessions.role, "seller")',
    test: {
      file: "core/identity/find-session.server.test.ts",
      name: "has sellers act for their own market, by a session as by a token, and nobody else for one",
    },
  },
  {
    title: "a seller's API token is for any market",
    file: "core/api-tokens/find-api-token.server.ts",
    find: 'and(eq(apiTokens.role, "seller"), eq(markets.userId, apiTokens.userId))',
    replace: 'eq(apiTokens.role, "seller")',
    test: {
      file: "core/identity/find-session.server.test.ts",
      name: "has sellers act for their own market, by a session as by a token, and nobody else for one",
    },
  },
  {
    title: "a session goes on after its eight hours",
    file: "core/identity/find-session.server.ts",
    find: 'and(eq(sessions.token, named("token")), gt(sessions.expiresAt, named("now")))',
    replace: 'eq(sessions.token, named("token"))',
    test: {
      file: "tests/contract/api/accounts.test.ts",
      name: "ends a session after eight hours, however busy it was",
    },
  },
  {
    title: "a new password leaves the sessions open",
    file: "core/identity/end-all-access.server.ts",
    find: ".where(eq(sessions.userId, userId))",
    replace: ".where(eq(sessions.id, userId))",
    test: {
      file: "core/identity/signing-in.server.test.ts",
      name: "sets a new password once; the other links of that person and all sessions are over",
    },
  },
  {
    title: "a reset password leaves an open email change",
    file: "core/identity/reset-password.server.ts",
    find: "await endEmailChanges(tx, owner.userId)",
    replace: "",
    test: {
      file: "core/identity/recover-account.server.test.ts",
      name: "a new password by an emailed link ends the email change that a thief asked for, and its links",
    },
  },
  {
    title: "signing out all other devices leaves an open email change",
    file: "core/identity/end-sessions.server.ts",
    find: "await endEmailChanges(tx, ctx.actor.userId)",
    replace: "",
    test: {
      file: "core/identity/recover-account.server.test.ts",
      name: "signing out all other devices ends the email change that a thief asked for, and its links",
    },
  },
  {
    title: "an admin signs in without a code",
    file: "core/identity/check-credentials.server.ts",
    find: 'if (role === "admin" && !(await isSecondFactor(ctx, person.id, input.code))) throw wrong()',
    replace: "",
    test: {
      file: "core/identity/signing-in.server.test.ts",
      name: "asks an admin for a code of the authenticator, takes each once, and has no reset for them",
    },
  },
  {
    title: "a form that was sent after the session ended leaves its password in the browser",
    file: "app/forms/kept-form.ts",
    find: "texts.filter(([name]) => !isSecretField(name))",
    replace: "texts",
    test: {
      file: "app/forms/kept-form.test.ts",
      name: "keeps what was typed for the page that it was typed on, and no secret",
    },
  },
]
