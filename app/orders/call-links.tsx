import "./orders.css"
import { Icon } from "#app/ui/icon.tsx"

type Props = { name: string; phone: string; canText?: boolean }

/** Call somebody, or text them, by the phone's own apps; the number itself for whoever has it at hand. */
export function CallLinks({ name, phone, canText = false }: Props) {
  if (!phone) return null
  return (
    <div className="call-links no-print">
      <a className="btn btn-plain" href={`tel:${phone}`}>
        <Icon name="phone" /> <span>{`Call ${name}`}</span>
      </a>
      {canText && (
        <a className="btn btn-plain" href={`sms:${phone}`}>
          <Icon name="message" /> <span>{`Text ${name}`}</span>
        </a>
      )}
      <span className="num soft">{phone}</span>
    </div>
  )
}
