import type { FormAnswer } from "#app/forms/submit-form.ts"
import { useTyped } from "#app/forms/use-typed.ts"
import { Card } from "#app/ui/card.tsx"
import { Form, SubmitButton, useSchemaForm } from "#app/ui/form.tsx"
import { TextArea } from "#app/ui/inputs.tsx"
import type { OpenChange } from "#core/market/list-market-changes.server.ts"
import { changeDecisionInput, changeText, currentText, KIND_WORDS } from "#core/market/market-changes.ts"
import { timeZoneWords } from "#core/places/time-zones.ts"
import { WhenText } from "./when-text.tsx"

type Props = {
  change: OpenChange
  market: Parameters<typeof currentText>[1] & { zip: string }
  zipTimeZone: string | null
  answer: FormAnswer | undefined
}

/** The name, address or time zone that the seller requests, next to the current one. */
export function MarketChangeForm({ change, market, zipTimeZone, answer }: Props) {
  const { id, kind, wanted, createdAt } = change
  const isMine = answer?.lastResult.initialValue?.changeId === id
  const [form, fields] = useSchemaForm(changeDecisionInput, {
    id: `change-${kind}`,
    answer: isMine ? answer : undefined,
    keepsTyped: useTyped()?.changeId === id,
  })
  return (
    <Card className="stack" aria-labelledby={`${kind}-change`}>
      <h2 className="admin-h" id={`${kind}-change`}>
        {`Wants a new ${KIND_WORDS[kind]}`}
      </h2>
      <dl className="facts">
        <div>
          <dt>Now</dt>
          <dd>{currentText(kind, market)}</dd>
        </div>
        <div>
          <dt>Wanted</dt>
          <dd>
            <strong>{changeText(wanted)}</strong>
          </dd>
        </div>
        {"timeZone" in wanted && (
          <>
            <div>
              <dt>{`Of zip ${market.zip}`}</dt>
              <dd>{zipTimeZone ? timeZoneWords(zipTimeZone) : "We don't know this zip"}</dd>
            </div>
            <div>
              <dt>Why</dt>
              <dd>{wanted.why}</dd>
            </div>
          </>
        )}
        <div>
          <dt>Asked</dt>
          <dd>
            <WhenText at={createdAt} />
          </dd>
        </div>
      </dl>
      <Form form={form}>
        <input type="hidden" name="intent" value="decide-change" />
        <input type="hidden" name="changeId" value={id} />
        <SubmitButton name="decision" value="approve">
          {`Approve the new ${KIND_WORDS[kind]}`}
        </SubmitButton>
        <TextArea
          field={fields.reason}
          label="Reason for a denial"
          hint="The seller gets it by email and sees it on their market's page."
          rows={2}
        />
        <SubmitButton name="decision" value="deny" kind="danger">
          Deny
        </SubmitButton>
      </Form>
    </Card>
  )
}
