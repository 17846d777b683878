import { Link } from "#app/ui/link.tsx"
import type { PickList } from "#core/orders/list-pick-list.server.ts"
import { type PickView, pickAddress } from "./pick-addresses.ts"

type Props = Pick<PickList, "days" | "windows" | "day" | "window"> & { view: PickView }

/** Links to the days with open orders, and to the windows of the chosen day. */
export function PickTimes({ days, windows, day, window, view }: Props) {
  if (days.length === 0) return null
  return (
    <div className="pick-times no-print">
      <nav aria-label="Days">
        <ul className="chips">
          {days.map(({ date, name, count }) => (
            <Chip
              key={date}
              label={name}
              count={count}
              isOn={date === day}
              to={pickAddress("/pick-list", { day: date, view })}
            />
          ))}
        </ul>
      </nav>
      {windows.length > 1 && (
        <nav aria-label="Times">
          <ul className="chips">
            <Chip
              label="All times"
              count={windows.reduce((all, { count }) => all + count, 0)}
              isOn={window === null}
              to={pickAddress("/pick-list", { day, view })}
            />
            {windows.map(({ key, name, count }) => (
              <Chip
                key={key}
                label={name}
                count={count}
                isOn={key === window}
                to={pickAddress("/pick-list", { day, window: key, view })}
              />
            ))}
          </ul>
        </nav>
      )}
    </div>
  )
}

type ChipProps = { label: string; count: number; isOn: boolean; to: string }

const Chip = ({ label, count, isOn, to }: ChipProps) => (
  <li>
    <Link to={to} className="chip" aria-current={isOn || undefined} preventScrollReset>
      <span>{label}</span>
      <span className="num">{count}</span>
    </Link>
  </li>
)
