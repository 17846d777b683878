import "./refund.css"
import { useEffect, useRef } from "react"
import { useLocation } from "react-router"
import { paidByText } from "#app/admin/paid-by-text.ts"
import type { RefundAnswer } from "#app/admin/refund.ts"
import { REVIEW } from "#app/admin/refund-review.ts"
import type { FormAnswer } from "#app/forms/submit-form.ts"
import { isHydrated } from "#app/hydration/hydrated.ts"
import { refundReceiptLines } from "#app/orders/order-refunds.tsx"
import { Button } from "#app/ui/button.tsx"
import { Card, Receipt } from "#app/ui/card.tsx"
import { FieldError, type FieldLike, plainField } from "#app/ui/field.tsx"
import { Form, SubmitButton, useSchemaForm } from "#app/ui/form.tsx"
import { Select, TextArea, TextInput } from "#app/ui/inputs.tsx"
import { Money, moneyText } from "#app/ui/money.tsx"
import { add, formatMoney, subtract, ZERO } from "#core/money.ts"
import type { AdminOrder } from "#core/orders/find-orders.server.ts"
import type { RefundQuote } from "#core/payments/quote-refund.server.ts"
import { REFUND_REASONS } from "#core/payments/refund.ts"
import { refundFormInput } from "#core/payments/refund-form.ts"

type Props = { found: AdminOrder; answer: FormAnswer | undefined; review: RefundAnswer | null }

/** A partial refund: choose the items, review the amounts with tax, then confirm. */
export function RefundForm({ found, answer, review }: Props) {
  const { order } = found
  const rejected = answer?.lastResult.initialValue?.bearer !== undefined ? answer : null
  const [form, fields] = useSchemaForm(refundFormInput, {
    id: "refund",
    answer: rejected ?? review,
    defaultValue: { orderId: order.id, bearer: "seller" },
  })
  const quote = rejected ? undefined : review?.quote
  return (
    <Card className="stack" aria-labelledby="refund-title">
      <h2 className="admin-h" id="refund-title">
        Refund in part
      </h2>
      <p className="soft">{`Choose what ${found.customer} gets back. You can't refund more than was paid.`}</p>
      <Form
        form={form}
        labels={{ fee: "Delivery fee", tip: "Tip", amount: "Another amount", sentence: "Sentence" }}
      >
        <input type="hidden" name="order" value={order.number} />
        <input type="hidden" name="orderId" value={order.id} />
        <Lines found={found} formId={form.id} errors={form.allErrors} sent={form.initialValue?.lines} />
        <Kept found={found} field={fields.fee} part="deliveryCents" name="delivery fee" />
        <Kept found={found} field={fields.tip} part="tipCents" name="tip" />
        <TextInput
          field={fields.amount}
          label="Another amount"
          hint="Includes its share of tax."
          inputMode="decimal"
          optional
        />
        <Choice field={fields.reason} legend="Why" options={Object.entries(REFUND_REASONS)} />
        <TextArea
          field={fields.sentence}
          label="Add a sentence"
          hint="The customer and the market will see this."
          rows={2}
          optional
        />
        <Choice
          field={fields.bearer}
          legend="Who pays for it"
          options={[
            ["seller", found.market.name],
            ["platform", "Pushcart"],
          ]}
        />
        {/* GET: a review changes nothing, and going back to it does not prompt to resubmit a form. */}
        <Button {...REVIEW} formMethod="get" kind={quote ? "plain" : "leaf"}>
          {quote ? "Review again" : "Review"}
        </Button>
        {quote && <Review quote={quote} found={found} />}
      </Form>
    </Card>
  )
}

type LinesProps = {
  found: AdminOrder
  formId: string
  errors: Record<string, string[] | null>
  sent: unknown
}

/** Every line of the order, with the quantity that can still be refunded. */
function Lines({ found, formId, errors, sent }: LinesProps) {
  const general = plainField("lines", { id: `${formId}-lines`, errors: errors.lines ?? undefined })
  return (
    <fieldset className="refund-lines" id={general.id}>
      <legend className="label">Items</legend>
      <FieldError field={general} />
      {found.lines.map((line, at) => {
        const name = `lines[${at}].quantity`
        const left = line.quantity - line.refundedQuantity - line.replacedQuantity
        const field = plainField(name, {
          id: `${formId}-${name}`,
          errors: errors[name] ?? undefined,
          defaultValue: quantityIn(sent, at),
        })
        return (
          <div className="refund-line" key={line.id}>
            <input type="hidden" name={`lines[${at}].lineId`} value={line.id} />
            <div>
              <strong>{`${line.productName}${line.size ? `, ${line.size}` : ""}`}</strong>
              <p className="soft num">
                <span>{`${line.quantity} at`}</span> <Money cents={line.unitPriceCents} />, tax{" "}
                <Money cents={line.taxCents} />
                <span>{line.refundedQuantity > 0 && ` · ${line.refundedQuantity} refunded`}</span>
                <span>{line.replacedQuantity > 0 && ` · ${line.replacedQuantity} replaced`}</span>
              </p>
            </div>
            {left > 0 ? (
              <Select
                field={field}
                label="How many"
                aria-label={`How many of ${line.productName}`}
                options={Array.from({ length: left + 1 }, (_, count) => String(count))}
              />
            ) : (
              <input type="hidden" name={name} value="0" />
            )}
          </div>
        )
      })}
    </fieldset>
  )
}

type KeptProps = {
  found: AdminOrder
  field: FieldLike
  part: "deliveryCents" | "tipCents"
  name: "delivery fee" | "tip"
}

/** The delivery fee or the tip, less what earlier refunds returned. */
function Kept({ found, field, part, name }: KeptProps) {
  const paid = found.order[part]
  const left = subtract(paid, add(ZERO, ...found.refunds.map((refund) => refund[part])))
  if (paid === 0) return null
  if (left === 0)
    return (
      <div id={field.id}>
        <p className="soft">{`All of the ${name} of ${formatMoney(paid)} was refunded.`}</p>
        <FieldError field={field} />
      </div>
    )
  const was = `${formatMoney(paid)} was paid${left < paid ? `, ${formatMoney(left)} is left` : ""}.`
  return (
    <TextInput
      field={field}
      label={`Part of the ${name}`}
      hint={`${was} The person who delivered keeps the ${name}.`}
      inputMode="decimal"
      optional
    />
  )
}

function quantityIn(sent: unknown, at: number): string {
  const line = Array.isArray(sent) ? (sent[at] as { quantity?: string } | undefined) : undefined
  return line?.quantity ?? "0"
}

type ChoiceProps = {
  field: { id: string; name: string; errors?: string[] | undefined; defaultValue?: string | undefined }
  legend: string
  options: readonly (readonly [value: string, label: string])[]
}

function Choice({ field, legend, options }: ChoiceProps) {
  return (
    <fieldset className="refund-choice" id={field.id}>
      <legend className="label">{legend}</legend>
      <FieldError field={field} />
      {options.map(([value, label]) => (
        <label className="check" key={value}>
          <input
            type="radio"
            name={field.name}
            value={value}
            defaultChecked={field.defaultValue === value}
            aria-describedby={field.errors?.length ? `${field.id}-error` : undefined}
          />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  )
}

/** Takes the focus, and scrolls into view with it, each time a review is requested. */
function Review({ quote, found }: { quote: RefundQuote; found: AdminOrder }) {
  const section = useRef<HTMLElement>(null)
  const asked = useLocation().key
  useEffect(() => {
    // After a full page load, `autoFocus` has done this.
    if (asked && isHydrated()) section.current?.focus()
  }, [asked])
  return (
    <section
      ref={section}
      className="stack refund-review"
      aria-label="This refund"
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: without JavaScript this is how the review takes the focus
      autoFocus
    >
      <h3>
        This refund <span className="soft">not made yet</span>
      </h3>
      <Receipt
        lines={[
          ...refundReceiptLines(quote, `Refund to ${found.customer}`),
          { label: "Paid", value: moneyText(quote.paidCents) },
          quote.refundedCents > 0
            ? { label: "Already refunded", value: `−${moneyText(quote.refundedCents)}` }
            : null,
          { label: "Left to refund", value: moneyText(quote.leftCents) },
        ]}
      />
      <p>{paidByText(found.market.name, quote.shares)}</p>
      <input type="hidden" name="reviewedCents" value={quote.amountCents} />
      <input type="hidden" name="reviewedLeftCents" value={quote.leftCents} />
      <input type="hidden" name="reviewedSellerCents" value={quote.shares.sellerCents} />
      <SubmitButton name="intent" value="make-refund" wide busy="Refunding…">
        {`Refund ${formatMoney(quote.amountCents)} to ${quote.card ?? "the card"}`}
      </SubmitButton>
    </section>
  )
}
