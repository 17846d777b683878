import { useSiteMark } from "#app/ui/site-mark.tsx"
import { Notice } from "#app/ui/states.tsx"
import type { PaymentScript } from "#core/ports/payments.ts"

/** Tells the customer that the card form charges no real card. */
export function TestCardNotice({ script }: { script: PaymentScript }) {
  const mark = useSiteMark()
  if (!script.publishableKey.startsWith("pk_test_")) return null
  return (
    <Notice kind="info">
      <span>{`This is a ${mark ? `${mark.word.toLowerCase()} site` : "demo"}: no real card is charged. Use the test card`}</span>{" "}
      <span className="num">4242 4242 4242 4242</span>, any date to come and any three digits.
    </Notice>
  )
}
