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
  /** Shown after the date on which the device was added. */
  note?: string | false
  /** Buttons below the row, for a device with more than one button. */
  below?: Elements
  /** A button next to the text. */
  children?: Elements
}

/** One of the person's devices: its name, the role, and the date it was added. */
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
