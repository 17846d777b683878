import type { ElementType, HTMLAttributes, ReactNode } from "react"
import type { Ground } from "#core/catalog/categories.ts"

type Props = HTMLAttributes<HTMLElement> & {
  as?: ElementType
  /** No padding: for a card that begins with an image. */
  flush?: boolean
  /** The card that the map or the URL highlights. */
  picked?: boolean
}

export function Card({ as: Tag = "section", flush, picked, className = "", ...rest }: Props) {
  const classes = ["card", flush && "card-flush", picked && "card-picked", className]
  return <Tag className={classes.filter(Boolean).join(" ")} {...rest} />
}

/** The perforated line between the parts of a card. */
export const Dash = () => <hr className="dash" />

type ReceiptLine = { label: ReactNode; value: ReactNode; total?: boolean }

/** Labels left, figures right, the total under a dashed line. Null lines are left out. */
export function Receipt({ lines }: { lines: (ReceiptLine | null)[] }) {
  return (
    <dl className="receipt">
      {lines.map((line, index) =>
        line ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a receipt's lines keep their order
          <div key={index} style={{ display: "contents" }}>
            <dt className={line.total ? "total" : undefined}>{line.label}</dt>
            <dd className={line.total ? "total" : undefined}>{line.value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  )
}

/** A short label on a tinted background: a distance, a status. */
export function Pill({ ground = "sage", children }: { ground?: Ground; children: ReactNode }) {
  return <span className={ground === "sage" ? "pill" : `pill pill-${ground}`}>{children}</span>
}
