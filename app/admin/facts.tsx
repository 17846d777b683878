import type { ReactNode } from "react"
import { Card } from "#app/ui/card.tsx"

export type Fact = { label: string; value: ReactNode }

/** A card of labeled facts; missing ones are shown as missing, not left out. */
export function Facts({ title, facts }: { title: string; facts: Fact[] }) {
  return (
    <Card className="stack">
      <h2 className="admin-h">{title}</h2>
      <dl className="facts">
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value || <span className="soft">Not given</span>}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
