import type { MarketWhen } from "#core/calendar/market-when.ts"

/** "Open until 7 pm", with a dot in the color of its state. */
export function OpenState({ state, text }: { state: MarketWhen["state"] | null; text: string }) {
  return <p className={state ? `open-state open-state-${state}` : "open-state"}>{text}</p>
}
