import type { LocalDate } from "#core/calendar/zoned-time.ts"
import { readStage, type Stage } from "#core/orders/seller-stages.ts"

const TODAY = "/market-today"

type Shown = { stage?: Stage; day?: LocalDate; search?: string }

/** The address of a stage of `/market-today`, of the orders to pack on a later day, or of a search. */
export function todayAddress({ stage, day, search }: Shown): string {
  const params = new URLSearchParams()
  if (stage) params.set("stage", stage)
  if (day) params.set("day", day)
  if (search) params.set("q", search)
  return `${TODAY}?${params}`
}

/** Whether the page shows all new orders as cards, so that nothing else has to. */
export function hasNewOrderCards(pathname: string, search: string): boolean {
  const params = new URLSearchParams(search)
  const stage = readStage(params.get("stage"))
  const isWhole = !params.get("q") && !params.get("day") && !params.get("page")
  return pathname === TODAY && isWhole && (stage === "new" || stage === "pack")
}
