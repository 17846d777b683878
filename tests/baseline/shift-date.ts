/** Moves `Date` of this process by a constant. Time passes as before, so that timeouts and queues work. */
export function shiftDate(ms: number): void {
  const Real = Date
  const now = () => Real.now() + ms
  const Shifted = new Proxy(Real, {
    apply: () => new Real(now()).toString(),
    construct: (_, given: [], target) => Reflect.construct(Real, given.length > 0 ? given : [now()], target),
    get: (_, name) => (name === "now" ? now : Reflect.get(Real, name)),
  })
  Real.prototype.constructor = Shifted
  globalThis.Date = Shifted
}
