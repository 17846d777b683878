import type { PlantedFault } from "./planted-fault.ts"

/** The API returns a response that its OpenAPI document does not describe. */
export const ANSWERS: PlantedFault[] = [
  {
    title: "an order of the API has a field more than its document",
    file: "server/api/v1/answers/orders.ts",
    find: "  number: order.number,\n",
    replace: "  number: order.number,\n  checkoutId: order.id,\n",
    test: {
      file: "tests/contract/api/calls.test.ts",
      name: "moves a pickup order, and a delivery of the seller's own",
    },
  },
]
