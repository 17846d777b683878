import "./packing.css"
import { Form } from "react-router"
import { Button } from "#app/ui/button.tsx"
import type { Elements } from "#app/ui/elements.ts"
import { plainField } from "#app/ui/field.tsx"
import { Icon } from "#app/ui/icon.tsx"
import { TextInput } from "#app/ui/inputs.tsx"
import { moneyText } from "#app/ui/money.tsx"
import { formatMoney } from "#core/money.ts"
import type { ReplacementChoices } from "#core/orders/list-replacements.server.ts"
import { REPLACEMENT_WORDS, type Replacement } from "#core/orders/order-note.ts"
import type { PackedLineView } from "#core/orders/view-packing.server.ts"
import type { FormAnswer } from "../forms/submit-form.ts"
import { ReplaceLink } from "./replace-link.tsx"
import { ReplacementForm } from "./replacement-form.tsx"
import { ReplacementOffer } from "./replacement-offer.tsx"

type Props = {
  line: PackedLineView
  canPack: boolean
  /** Its choices are open; those of the other lines are folded. */
  isFirstOpen: boolean
  firstName: string
  replacement: Replacement | null
  /** What can be offered instead, if its form is open. */
  choices: ReplacementChoices | null
  /** The page's form result; shown here if it is about this line. */
  answer: FormAnswer | undefined
}

/** One line of an order that is packed: a check for "as ordered", and choices for when less of it is there. */
export function PackLine({ line, canPack, isFirstOpen, ...rest }: Props) {
  const isWaiting = line.offer?.status === "open"
  const isGone = !isWaiting && (line.toGive === 0 || line.packedQuantity === 0)
  return (
    <li
      id={`line-${line.id}`}
      className={isFirstOpen && canPack ? "packing-line packing-next" : "packing-line"}
    >
      <CheckLine line={line} canPack={canPack && line.toGive > 0} isGone={isGone} />
      <LineText line={line} isGone={isGone} />
      <p className="packing-price num">
        <b>{moneyText(isWaiting ? line.fullCents : line.nowCents)}</b>
        {!isWaiting && line.nowCents < line.fullCents && <s className="soft">{moneyText(line.fullCents)}</s>}
      </p>
      {line.offer && <ReplacementOffer offer={line.offer} firstName={rest.firstName} canPack={canPack} />}
      {canPack && <Less line={line} isFirstOpen={isFirstOpen} {...rest} />}
    </li>
  )
}

function LineText({ line, isGone }: Pick<Props, "line"> & { isGone: boolean }) {
  const isWaiting = line.offer?.status === "open"
  return (
    <div className="packing-what">
      <p className={isGone ? "gone" : undefined}>
        <b>{`${line.inBag === 0 ? line.quantity : line.inBag} × ${line.name}`}</b>
      </p>
      {line.insteadOf && <p className="soft">{`instead of ${line.insteadOf}`}</p>}
      <p className="soft">
        {line.inBag === line.quantity || line.inBag === 0
          ? line.priceEach
          : `${line.priceEach}, ordered ${line.quantity}`}
      </p>
      {!isWaiting && (line.missing > 0 || line.refundCents > 0) && (
        <p className="late">{missingText(line)}</p>
      )}
      {line.replaced > 0 && <p className="soft">{`${line.replaced} of ${line.quantity} replaced`}</p>}
      {line.refunded > 0 && <p className="late">{`${line.refunded} of ${line.quantity} refunded`}</p>}
    </div>
  )
}

/** What to do with a line of which not all is there; nothing while its customer is asked, or if nothing is left of it. */
function Less({ line, isFirstOpen, choices, ...rest }: Omit<Props, "canPack">) {
  const isWhole = line.isDealtWith && line.missing === 0 && !line.byWeight
  if (line.toGive === 0 || isWhole || line.offer?.status === "open") return null
  const isOpen = isFirstOpen || line.missing > 0 || mustWeigh(line) || choices !== null
  return (
    <details className="packing-less" open={isOpen}>
      <summary className="text-link">
        {line.byWeight ? "Weight, fewer, or out of stock" : "Fewer, or out of stock"}
      </summary>
      {choices ? (
        <ReplacementForm line={line} found={choices} {...rest} />
      ) : (
        <Choices line={line} {...rest} />
      )}
    </details>
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
  const isWaiting = line.offer?.status === "open"
  const state = isWaiting ? "waiting" : !line.isDealtWith ? "open" : isGone ? "removed" : "done"
  const icon = state === "removed" ? <Icon name="close" /> : state === "done" ? <Icon name="check" /> : null
  if (!canPack || isWaiting || mustWeigh(line))
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

type ChoicesProps = Pick<Props, "line" | "firstName" | "replacement" | "answer">

function Choices({ line, firstName, replacement, answer }: ChoicesProps) {
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
      <OutOfStock line={line} firstName={firstName} replacement={replacement} />
    </div>
  )
}

/** What to do about what is missing; what the customer wished is one tap. */
function OutOfStock({ line, firstName, replacement }: Pick<Props, "line" | "firstName" | "replacement">) {
  const isReplaced = replacement === "replace"
  const isRefunded = replacement === "refund"
  const noneText = isRefunded ? "Refund it, as wished" : "Out of stock"
  return (
    <div className="stack">
      {replacement && (
        <p className="soft">{`${firstName}’s wish if it is out: ${REPLACEMENT_WORDS[replacement]}`}</p>
      )}
      <div className="split-start">
        {line.canOffer && (line.packedQuantity ?? 0) < line.toGive && (
          <ReplaceLink
            line={line}
            kind={isReplaced ? "leaf" : "plain"}
            text={isReplaced ? "Replace it, as wished" : "Replace"}
          />
        )}
        {line.packedQuantity !== 0 && (
          <LineForm intent="pack-line" line={line} packedQuantity={0}>
            <div className="split-start">
              <Button kind={isRefunded ? "leaf" : "danger"} aria-label={`${noneText}: ${line.name}`}>
                <Icon name="trash" /> <span>{noneText}</span>
              </Button>
              <label className="check">
                <input type="checkbox" name="stockToZero" defaultChecked />
                <span>Set stock to 0</span>
              </label>
            </div>
          </LineForm>
        )}
      </div>
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
