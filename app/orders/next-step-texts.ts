/** What a step did to an order, after "Order 100233", by the recorded move. */
export const DONE: Readonly<Record<string, string>> = {
  setReady: "is ready to pick up.",
  setPending: "is pending again.",
  handOver: "is handed over.",
  startDelivery: "is yours to deliver.",
  takeBack: "is undecided again.",
  ship: "is shipped.",
  markDelivered: "is delivered.",
  offer: "is offered to couriers.",
  withdraw: "is undecided again.",
}
