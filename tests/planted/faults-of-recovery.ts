import type { PlantedFault } from "./planted-fault.ts"

/** A change of the email by somebody else survives the owner's recovery of the account. */
export const EMAIL_CHANGES: PlantedFault[] = [
  {
    title: "an address whose change can be undone is registered by somebody else",
    file: "core/registration/add-role.server.ts",
    find: "if (await isReservedEmail(tx, now, { email: input.email, userId: person.id })) throw duplicate()",
    replace: "",
    test: {
      file: "core/identity/take-back-email-change.server.test.ts",
      name: "the address before a change > is not taken by anybody who comes while the change is being made",
    },
  },
  {
    title: "an address whose change can be undone becomes the email of somebody else",
    file: "core/identity/confirm-email-change.server.ts",
    find: "if (await isReservedEmail(tx, ctx.now(), { email: change.email, userId })) throw expired()",
    replace: "",
    test: {
      file: "core/identity/take-back-email-change.server.test.ts",
      name: "the address before a change > is nobody else's for seven days, and is told apart from a taken one by nothing",
    },
  },
  {
    title: "an undone email change leaves the password of whoever made it",
    file: "core/identity/take-back-email-change.server.ts",
    find: ".set({ password: null, updatedAt: now })",
    replace: ".set({ updatedAt: now })",
    test: {
      file: "core/identity/take-back-email-change.server.test.ts",
      name: "a change of the email that was made > is undone with everything that opens the account, and the owner chooses a new password",
    },
  },
  {
    title: "an email change is undone after its seven days",
    file: "core/identity/take-back-email-change.server.ts",
    find: "gt(emailChanges.confirmedAt, undoableSince(now)),",
    replace: "isNotNull(emailChanges.confirmedAt),",
    test: {
      file: "core/identity/take-back-email-change.server.test.ts",
      name: "a change of the email that was made > is undone for seven days, and forgotten then",
    },
  },
  {
    title: "the old address's link takes back the change of another person",
    file: "core/identity/take-back-email-change.server.ts",
    find: "and(eq(emailChanges.userId, userId), changeId",
    replace: "and(isNotNull(emailChanges.userId), changeId",
    test: {
      file: "core/identity/take-back-email-change.server.test.ts",
      name: "a change of the email that was asked for > is not taken back by a link of somebody else, or of another change",
    },
  },
  {
    title: "passkeys that go with an undone email change go in silence",
    file: "core/passkeys/remove-passkeys.server.ts",
    find: '  await emit(tx, "passkey.removed", { userId, role, count: removed.length })\n',
    replace: "",
    test: {
      file: "core/identity/take-back-email-change.server.test.ts",
      name: "is undone with everything that opens the account, and the owner chooses a new password",
    },
  },
  {
    title: "a changed email is forgotten with old links, before its undoing ends",
    file: "core/privacy/purge-old-rows.server.ts",
    find: "Math.max(retention.linkDays, CHANGE_DAYS)",
    replace: "retention.linkDays",
    test: {
      file: "core/privacy/purge-old-rows.server.test.ts",
      name: "keeps a changed email for the seven days in which it can be undone, however short links are kept",
    },
  },
  {
    title: "an open session makes an API token without the password",
    file: "core/api-tokens/create-api-token.server.ts",
    find: "  await proveIdentity(ctx, input)\n",
    replace: "",
    test: {
      file: "core/api-tokens/api-tokens.server.test.ts",
      name: "is made by the right password alone, in every role, however open the session is",
    },
  },
]
