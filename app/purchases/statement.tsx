import { Icon } from "#app/ui/icon.tsx"

type Props = { card: string | null; statementName: string | null }

/** The card that paid, and the text of the charge on its bank statement. Older purchases have neither. */
export function Statement({ card, statementName }: Props) {
  if (!card) return null
  return (
    <p className="placed-fact">
      <Icon name="card" />
      <span>
        <span>{card}</span>
        {statementName && (
          <>
            <br />
            <span className="soft">{`On your bank statement: ${statementName}`}</span>
          </>
        )}
      </span>
    </p>
  )
}
