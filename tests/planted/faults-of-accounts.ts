import type { PlantedFault } from "./planted-fault.ts"

/** What keeps an account its owner's. */
export const ACCOUNTS: PlantedFault[] = [
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
