import { Card } from "#app/ui/card.tsx"
import { Form, SubmitButton, useSchemaForm } from "#app/ui/form.tsx"
import { Icon } from "#app/ui/icon.tsx"
import { choicesInput, kindsOf, WAY_LABELS, WAYS } from "#core/notifications/kinds.ts"
import { answerTo } from "./account-answer.ts"
import { EveningEmailForm } from "./evening-email-form.tsx"
import { QuietHoursForm } from "./quiet-hours-form.tsx"
import type { SectionProps } from "./you-section.tsx"

/** Notification choices: a row for each kind, a column for each channel. */
export function ChoicesSection({ view, answer }: SectionProps) {
  const [form] = useSchemaForm(choicesInput, { id: "choices", answer: answerTo(answer, "choices") })
  const shown = WAYS.filter((way) => way !== "push" || view.push)
  const kinds = kindsOf(view.role).filter(({ ways }) => shown.some((way) => ways[way]))
  return (
    <Card id="choices" className="stack account-card" aria-labelledby="choices-title">
      <h2 id="choices-title">Notification settings</h2>
      <Form form={form}>
        <input type="hidden" name="intent" value="choices" />
        {shown.map((way) => (
          <input key={way} type="hidden" name="ways" value={way} />
        ))}
        <table className="choices">
          <thead>
            <tr>
              <th scope="col">About</th>
              {shown.map((way) => (
                <th key={way} scope="col">
                  {WAY_LABELS[way]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {kinds.map(({ kind, label, detail, ways }) => (
              <tr key={kind}>
                <th scope="row">
                  <span>{label}</span>
                  <span className="hint">{detail}</span>
                </th>
                {shown.map((way) => (
                  <td key={way}>
                    {ways[way] === "always" ? (
                      <span className="choice-locked">
                        <Icon name="lock" />
                        <span className="sr-only">Always</span>
                      </span>
                    ) : (
                      ways[way] && (
                        <Choice
                          name={`${kind}:${way}`}
                          label={`${label} by ${WAY_LABELS[way].toLowerCase()}`}
                          isOn={view.choices.includes(`${kind}:${way}`)}
                        />
                      )
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        <SubmitButton>Save my choices</SubmitButton>
      </Form>
      {view.evening && <EveningEmailForm evening={view.evening} answer={answer} />}
      {view.push && <QuietHoursForm view={view} push={view.push} answer={answer} />}
    </Card>
  )
}

function Choice({ name, label, isOn }: { name: string; label: string; isOn: boolean }) {
  return (
    <label className="check choice">
      <input type="checkbox" name="on" value={name} defaultChecked={isOn} key={String(isOn)} />
      <span className="sr-only">{label}</span>
    </label>
  )
}
