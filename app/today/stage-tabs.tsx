import { Link } from "#app/ui/link.tsx"
import type { StageCounts } from "#core/orders/seller-day.server.ts"
import { STAGE_LABELS, STAGES, type Stage } from "#core/orders/seller-stages.ts"
import { todayAddress } from "./today-address.ts"

type Props = {
  counts: StageCounts
  /** Null while a search shows the orders of all stages. */
  current: Stage | null
}

/** The stages of the day with the number of orders in each, as links. */
export function StageTabs({ counts, current }: Props) {
  return (
    <nav aria-label="Stages" className="stage-tabs no-print">
      {STAGES.map((stage) => (
        <Link
          key={stage}
          to={todayAddress({ stage })}
          aria-current={stage === current ? "page" : undefined}
          className={stage === "new" && counts.new > 0 ? "stage-new" : undefined}
          preventScrollReset
        >
          <b className="num">{counts[stage]}</b> <span>{STAGE_LABELS[stage]}</span>
        </Link>
      ))}
    </nav>
  )
}
