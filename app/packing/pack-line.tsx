import "./packing.css"
import { Form } from "react-router"
import { Button } from "#app/ui/button.tsx"
import type { Elements } from "#app/ui/elements.ts"
import { plainField } from "#app/ui/field.tsx"
import { Icon } from "#app/ui/icon.tsx"
import { TextInput } from "#app/ui/inputs.tsx"
import { moneyText } from "#app/ui/money.tsx"
import { formatMoney } from "#core/money.ts"
import { REPLACEMENT_WORDS, type Replacement } from "#core/orders/order-note.ts"
import type { PackedLineView } from "#core/orders/view-packing.server.ts"
import type { FormAnswer } from "../forms/submit-form.ts"

type Props = {
  line: PackedLineView
  canPack: boolean
  /** Its choices are open; those of the other lines are folded. */
  isFirstOpen: boolean
  replacement: Replacement | null
  /** The page's form result; shown here if it is about this line's weight. */
  answer: FormAnswer | undefined
}

/** One line of an order that is packed: a check for "as ordered", and choices for when less of it is there. */
export function PackLine({ line, canPack, isFirstOpen, replacement, answer }: Props) {
  const isGone = line.toGive === 0 || line.packedQuantity === 0
  const isWhole = line.isDealtWith && line.missing === 0 && !line.byWeight
  return (
    <li className={isFirstOpen && canPack ? "packing-line packing-next" : "packing-line"}>
      <CheckLine line={line} canPack={canPack && line.toGive > 0} isGone={isGone} />
      <div className="packing-what">
        <p className={isGone ? "gone" : undefined}>
          <b>{`${line.inBag === 0 ? line.quantity : line.inBag} × ${line.name}`}</b>
        </p>
        <p className="soft">
          {line.inBag === line.quantity || isGone
            ? line.priceEach
            : `${line.priceEach}, ordered ${line.quantity}`}
        </p>
        {(line.missing > 0 || line.refundCents > 0) && <p className="late">{missingText(line)}</p>}
        {line.toGive < line.quantity && (
          <p className="late">{`${line.quantity - line.toGive} of ${line.quantity} refunded`}</p>
        )}
      </div>
      <p className="packing-price num">
        <b>{moneyText(line.nowCents)}</b>
        {line.nowCents < line.fullCents && <s className="soft">{moneyText(line.fullCents)}</s>}
      </p>
      {canPack && line.toGive > 0 && !isWhole && (
        <details className="packing-less" open={isFirstOpen || line.missing > 0 || mustWeigh(line)}>
          <summary className="text-link">
            {line.byWeight ? "Weight, fewer, or out of stock" : "Fewer, or out of stock"}
          </summary>
          <Choices line={line} replacement={replacement} answer={answer} />
        </details>
      )}
    </li>
  )
}

function missingText({ packedQuantity, missing, refundCents, ...line }: PackedLineView): string {
  const refund = `refund ${formatMoney(refundCents)}`
  if (packedQuantity === 0) return `Removed: ${refund}`
  const what = [
    missing > 0 ? `${missing} missing` : "",
    line.packedAmount === null
      ? ""
      : `${line.packedAmount} ${line.unit} of ${line.statedAmount} ${line.unit}`,
  ]
  return `${what.filter(Boolean).join(", ")}: ${refund}`
}

/** What is priced by final weight is dealt with once it is weighed. */
const mustWeigh = ({ byWeight, isDealtWith }: PackedLineView): boolean => byWeight && !isDealtWith

/** Checked: dealt with. A tap checks an open line as ordered, and opens one that was dealt with. */
function CheckLine({ line, canPack, isGone }: Pick<Props, "line" | "canPack"> & { isGone: boolean }) {
  const state = isGone && line.isDealtWith ? "removed" : line.isDealtWith ? "done" : "open"
  const icon = state === "removed" ? <Icon name="close" /> : state === "done" ? <Icon name="check" /> : null
  if (!canPack || mustWeigh(line))
    return (
      <span className={`packing-check packing-${state}`} aria-hidden="true">
        {icon}
      </span>
    )
  return (
    <LineForm
      intent={line.isDealtWith ? "reopen-line" : "pack-line"}
      line={line}
      packedQuantity={line.isDealtWith ? undefined : line.toGive}
    >
      <button
        type="submit"
        className={`packing-check packing-${state}`}
        aria-pressed={line.isDealtWith}
        aria-label={`${line.toGive} × ${line.name} ${line.isDealtWith ? "dealt with" : "as ordered"}`}
      >
        {icon}
      </button>
    </LineForm>
  )
}

function Choices({ line, replacement, answer }: Pick<Props, "line" | "replacement" | "answer">) {
  const count = line.packedQuantity ?? line.toGive
  return (
    <div className="stack">
      {line.byWeight && count > 0 && <WeightForm line={line} count={count} answer={answer} />}
      <div className="packing-count">
        <LineForm intent="pack-line" line={line} packedQuantity={count - 1}>
          <Button kind="plain" disabled={count === 0} aria-label={`One less: ${line.name}`}>
            <Icon name="minus" />
          </Button>
        </LineForm>
        <output className="num">{count}</output>
        <LineForm intent="pack-line" line={line} packedQuantity={count + 1}>
          <Button kind="plain" disabled={count >= line.toGive} aria-label={`One more: ${line.name}`}>
            <Icon name="plus" />
          </Button>
        </LineForm>
        <span className="soft">How many are in the bag?</span>
      </div>
      {replacement && <p className="soft">{`If it is out: ${REPLACEMENT_WORDS[replacement]}`}</p>}
      {line.packedQuantity !== 0 && (
        <LineForm intent="pack-line" line={line} packedQuantity={0}>
          <div className="split-start">
            <Button kind="danger" aria-label={`Out of stock: ${line.name}`}>
              <Icon name="trash" /> <span>Out of stock</span>
            </Button>
            <label className="check">
              <input type="checkbox" name="stockToZero" defaultChecked />
              <span>Set stock to 0</span>
            </label>
          </div>
        </LineForm>
      )}
    </div>
  )
}

type WeightProps = { line: PackedLineView; count: number; answer: FormAnswer | undefined }

/** The weight of what is in the bag, at most the stated one. */
function WeightForm({ line, count, answer }: WeightProps) {
  const { initialValue: sent, error } = answer?.lastResult ?? {}
  const isAbout = sent?.lineId === line.id && sent.amount !== undefined
  const field = plainField("amount", {
    id: `weight-${line.id}`,
    key: String(line.packedAmount),
    defaultValue: isAbout ? String(sent.amount) : String(line.packedAmount ?? ""),
    errors: isAbout ? (error?.amount ?? undefined) : undefined,
    required: true,
  })
  return (
    <LineForm intent="pack-line" line={line} packedQuantity={count}>
      <TextInput
        field={field}
        label={`Real weight, at most ${line.statedAmount} ${line.unit}`}
        inputMode="decimal"
        autoComplete="off"
        className="packing-weight"
      />
      <Button small aria-label={`Save the weight: ${line.name}`}>
        Save
      </Button>
    </LineForm>
  )
}

type LineFormProps = {
  intent: "pack-line" | "reopen-line"
  line: PackedLineView
  packedQuantity: number | undefined
  children: Elements
}

function LineForm({ intent, line, packedQuantity, children }: LineFormProps) {
  return (
    <Form method="post" preventScrollReset replace>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="lineId" value={line.id} />
      {packedQuantity !== undefined && (
        <input type="hidden" name="packedQuantity" value={Math.max(0, packedQuantity)} />
      )}
      <input type="hidden" name="seen" value={line.packedQuantity ?? "open"} />
      {children}
    </Form>
  )
}
