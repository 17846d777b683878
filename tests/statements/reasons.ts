import type { Reasons } from "./list-statements.ts"

const MENU = "The badge counts all that is unseen, the menu lists the newest."
const BADGE = "The badge of the layout counts the whole cart, the page shows a part or details of it."
const LAYOUT = { notifications: MENU }
const PAGE_WITH_CART = { ...LAYOUT, cart_lines: BADGE }

const PRICED_BETWEEN =
  "Tax and map providers respond between the first look and the locks: under the locks the cart is read again."
/** Reads the cart, queries the providers, then locks everything and reads it again. */
const START_CHECKOUT = {
  cart_lines: PRICED_BETWEEN,
  cart_markets: PRICED_BETWEEN,
  carts: PRICED_BETWEEN,
  checkout_lines: PRICED_BETWEEN,
  checkout_markets: PRICED_BETWEEN,
  customers: PRICED_BETWEEN,
  checkouts: "The live checkout is locked before the cart is read, and the last holds are counted after it.",
}
const SHIP_TO = {
  ...START_CHECKOUT,
  zips: "Two commands: one checks the address that it saves, the other one that may be older; and the geocoder looks up its center.",
}

const COMPLETE = {
  checkouts:
    "The provider is asked outside of the transaction, which then locks the checkout; the move says from where.",
  checkout_markets: "The parts become orders; then the notes of these markets are taken off the cart.",
}

const TWO_RELAYS = {
  outbox: "Jobs and messages are relayed apart, and marking locks the rows in order of their ids.",
}
const ORDER_EMAIL = {
  orders: "The order's lines, delivery and refunds are loaded by queries that lists of orders use too.",
  refunds: "The sum that was refunded, and each refund.",
  replacement_offers: "Whether one waits for an answer, which lists of orders show too, and each offer.",
}

/** By step and table. */
export const REASONS: Reasons = {
  "market page": {
    ...PAGE_WITH_CART,
    carts: "Nothing is in the cart, and its delivery choice is in a row without lines.",
  },
  "product page": {
    ...PAGE_WITH_CART,
    products: "What is in the cart of this market, and what else it sells.",
  },
  "cart page": {
    ...PAGE_WITH_CART,
    checkout_lines:
      "What their checkout holds counts as available, in the cart and in what is saved for later.",
  },
  "proceed to pickup": START_CHECKOUT,
  "pay page": {
    ...LAYOUT,
    checkouts: "The live checkout, and for a pickup the newest one with a billing address.",
  },
  "back from payment: one pickup order": COMPLETE,
  "thanks page": LAYOUT,
  relay: TWO_RELAYS,
  "relay with nothing to do": TWO_RELAYS,
  "job send-order-receipt-email": ORDER_EMAIL,
  "job send-new-order-email": ORDER_EMAIL,
  "proceed to delivery": { carts: "The cart is locked, and then read with its lines." },
  "ship-to page": LAYOUT,
  "ship to an address": SHIP_TO,
  "ship to the same address again": SHIP_TO,
  "job process-payment-event: one delivery order": COMPLETE,
}
