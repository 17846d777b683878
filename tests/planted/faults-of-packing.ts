import type { PlantedFault } from "./planted-fault.ts"

/** What packing changed is refunded twice, too early or too much, returns to stock, or overwrites another phone. */
export const PACKING: PlantedFault[] = [
  {
    title: "what packing changed is refunded before it can no longer be undone",
    file: "core/orders/packing-queries.server.ts",
    find: "ctx.now().getTime() + PACKING_UNDO_MS",
    replace: "ctx.now().getTime()",
    test: {
      file: "core/orders/pack-order.server.test.ts",
      name: "is ready to pick up, and what is missing is refunded once with its tax, ten seconds later",
    },
  },
  {
    title: "a canceled order returns to stock what its market did not find",
    file: "core/orders/cancel-order.server.ts",
    find: "quantity: quantityAtMarket() }",
    replace: "quantity: orderLines.quantity }",
    test: {
      file: "core/orders/pack-order.server.test.ts",
      name: "does not bring back to stock what is missing, nor when it is canceled afterwards",
    },
  },
  {
    title: "a phone overwrites what another one counted into the bag",
    file: "core/orders/pack-line.server.ts",
    find: "if (!isSame && seen !== undefined && line.packedQuantity !== seen) throw overtaken(line)",
    replace: "",
    test: {
      file: "core/orders/pack-order.server.test.ts",
      name: "another phone packs the same line: the same count twice is fine, another one is not overwritten",
    },
  },
]
