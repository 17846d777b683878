import type { PlantedFault } from "./planted-fault.ts"

/** An account can be used by somebody other than its owner. */
export const ACCOUNTS: PlantedFault[] = [
  {
    title: "a passkey of somebody else outlasts a new password by a link",
    file: "core/identity/reset-password.server.ts",
    find: "await removeReviewed({ ...ctx, actor: { userId, role } }, tx, input)",
    replace: "0",
    test: {
      file: "core/identity/recover-account.server.test.ts",
      name: "after a recovery > by a new password by an emailed link: a passkey of 29 days ago",
    },
  },
  {
    title: "a passkey of somebody else outlasts signing out all other devices",
    file: "core/identity/end-sessions.server.ts",
    find: "return removeReviewed(ctx, tx, { shownPasskeys: kept })",
    replace: "return kept.length",
    test: {
      file: "core/identity/recover-account.server.test.ts",
      name: "after a recovery > by signing out all other devices: a passkey of 29 days ago",
    },
  },
  {
    title: "signing out all other devices removes an old passkey without the password",
    file: "core/identity/end-sessions.server.ts",
    find: "removeReviewed(ctx, tx, { shownPasskeys: kept })",
    replace: "removeReviewed(ctx, tx, { shownPasskeys, removedPasskeys })",
    test: {
      file: "core/identity/recover-account.server.test.ts",
      name: "passkeys that were shown > at signing out all other devices stay or go as their owner ticked",
    },
  },
  {
    title: "a recovery removes a stranger's passkey",
    file: "core/passkeys/remove-passkeys.server.ts",
    find: ".where(and(eq(passkeys.userId, userId), inArray(passkeys.id, ids)))",
    replace: ".where(inArray(passkeys.id, ids))",
    test: {
      file: "core/passkeys/passkeys.server.test.ts",
      name: "of somebody else is not found; an admin's removal is written down",
    },
  },
  {
    title: "a passkey that was added after the page was shown survives",
    file: "core/passkeys/passkey-review.ts",
    find: "&& !shownPasskeys.includes(passkey.id)",
    replace: "&& shownPasskeys.length === 0",
    test: {
      file: "core/identity/recover-account.server.test.ts",
      name: "passkeys that were shown > at a new password by an emailed link stay or go as their owner ticked",
    },
  },
  {
    title: "a phone is changed without the password",
    file: "core/identity/change-phone.server.ts",
    find: "  await provePassword(ctx, password)\n",
    replace: "",
    test: {
      file: "core/identity/own-account.server.test.ts",
      name: "the own facts > get another phone with the password only, and by email hear of it",
    },
  },
  {
    title: "a passkey is removed without the password",
    file: "core/passkeys/manage-passkeys.server.ts",
    find: "  await proveIdentity(ctx, input)\n",
    replace: "",
    test: {
      file: "core/passkeys/passkeys.server.test.ts",
      name: "is removed with the password only, and an email says which are left",
    },
  },
]
