import type { PlantedFault } from "./planted-fault.ts"

const TEST = "core/cards/saved-cards.server.test.ts"

/** A saved card that another person can use, that nobody asked for, or that stays. */
export const CARDS: PlantedFault[] = [
  {
    title: "another customer's saved card can be paid with and removed",
    file: "core/cards/saved-cards.server.ts",
    find: "and(eq(savedCards.id, cardId), ofCustomer(ctx.actor.userId))",
    replace: "and(eq(savedCards.id, cardId), isNull(savedCards.removedAt))",
    test: {
      file: TEST,
      name: "is not possible with another's card, with a removed one, or with one that is unknown",
    },
  },
  {
    title: "a sixth card is kept",
    file: "core/cards/saved-cards.server.ts",
    find: "if (isFull && written)",
    replace: "if (isFull && !written)",
    test: {
      file: TEST,
      name: "are kept: a sixth is not offered, and one that was paid with anyway is removed at the provider",
    },
  },
  {
    title: "a card is kept although its customer did not ask for it",
    file: "core/cards/card-use.server.ts",
    find: 'savesCard: use === "save"',
    replace: "savesCard: true",
    test: {
      file: TEST,
      name: "not by a payment whose earlier attempt asked for it, when the last one did not",
    },
  },
  {
    title: "a deleted account's cards stay at the provider",
    file: "core/privacy/finish-deletion.server.ts",
    find: "if (open.stripeCustomerId) await ctx.ports.payments.deleteCustomer(open.stripeCustomerId)",
    replace: "",
    test: {
      file: "core/cards/deleted-account.server.test.ts",
      name: "deletes their customer and cards at the provider, also when the provider does not respond at first",
    },
  },
]
