import type { Action } from "../town.ts"
import { ACCOUNT_ACTIONS } from "./accounts.ts"
import { ADMIN_ACTIONS, STRANGER_ACTIONS } from "./admins.ts"
import { MACHINERY } from "./background.ts"
import { BUYER_ACTIONS } from "./buyers.ts"
import { CARD_ACTIONS } from "./cards.ts"
import { COURIER_ACTIONS } from "./couriers.ts"
import { CUSTOMER_ACTIONS } from "./customers.ts"
import { PACKING_ACTIONS } from "./packing.ts"
import { ANSWER_ACTIONS, REPLACEMENT_ACTIONS } from "./replacements.ts"
import { SELLER_ACTIONS } from "./sellers.ts"

const of = (who: string, actions: readonly Action[]): Action[] =>
  actions.map((action) => ({ ...action, name: `${who} ${action.name}` }))

/** All actions that can be the next step. */
export const ACTIONS: readonly Action[] = [
  ...of("somebody", ACCOUNT_ACTIONS),
  ...of("a customer", CUSTOMER_ACTIONS),
  ...of("a customer", BUYER_ACTIONS),
  ...of("a customer", CARD_ACTIONS),
  ...of("a customer", ANSWER_ACTIONS),
  ...of("a seller", SELLER_ACTIONS),
  ...of("a seller", PACKING_ACTIONS),
  ...of("a seller", REPLACEMENT_ACTIONS),
  ...of("a courier", COURIER_ACTIONS),
  ...of("an admin", ADMIN_ACTIONS),
  ...of("somebody", STRANGER_ACTIONS),
  ...of("the", MACHINERY),
]
