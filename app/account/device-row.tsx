import { Pill } from "#app/ui/card.tsx"
import type { Elements } from "#app/ui/elements.ts"
import { Icon } from "#app/ui/icon.tsx"
import type { Role } from "#core/identity/roles.ts"

const AS: Record<Role, string> = {
  customer: "As a customer",
  seller: "As a seller",
  deliverer: "As a courier",
  admin: "As an admin",
}

type Props = {
  device: { role: Role; device: string; isPhone: boolean; isThis: boolean; since: string }
  /** After the day since which it is one of the person's. */
  note?: string | false
  /** Buttons below, where there is more than one. */
  below?: Elements
  /** A button beside. */
  children?: Elements
}

/** One of the person's devices: what it is, in which role and since when. */
export function DeviceRow({ device, note, below, children }: Props) {
  return (
    <li className="account-row">
      <Icon name={device.isPhone ? "smartphone" : "laptop"} />
      <div className="account-fact">
        <span className="split-start">
          <strong>{device.device}</strong>
          {device.isThis && <Pill>This one</Pill>}
        </span>
        <span className="hint">{`${AS[device.role]}, since ${device.since}${note || ""}`}</span>
        {below && <span className="split-start">{below}</span>}
      </div>
      {children}
    </li>
  )
}
