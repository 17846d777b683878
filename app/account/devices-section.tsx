import { useEffect, useState } from "react"
import { noInput } from "#app/forms/no-input.ts"
import { PUSH_HINTS } from "#app/push/push-hints.tsx"
import { type PushSupport, pushSupport, subscribeToPush } from "#app/push/subscribe-to-push.ts"
import { AgreeFirst } from "#app/terms/agree-first.tsx"
import { Button } from "#app/ui/button.tsx"
import { Card } from "#app/ui/card.tsx"
import { ErrorSummary, Form, useSchemaForm } from "#app/ui/form.tsx"
import { Notice } from "#app/ui/states.tsx"
import { useRevalidate } from "#app/ui/use-revalidate.ts"
import { answerTo } from "./account-answer.ts"
import { DeviceRow } from "./device-row.tsx"
import type { AccountView } from "./load-account.ts"
import type { SectionProps } from "./you-section.tsx"

type Push = NonNullable<AccountView["push"]>

/** The devices that get push messages, and the form to turn them on for this one. */
export function DevicesSection({ push, answer }: { push: Push; answer: SectionProps["answer"] }) {
  const [test] = useSchemaForm(noInput, { id: "test-push", answer: answerTo(answer, "test-push") })
  return (
    <Card id="devices" className="stack account-card" aria-labelledby="devices-title">
      <h2 id="devices-title">Notifications on your devices</h2>
      <p className="hint">
        You get them even while Pushcart is closed. They stop when you sign out on the device, or when someone
        else signs in there.
      </p>
      <ErrorSummary form={test} />
      {push.devices.length > 0 ? (
        <ul>
          {push.devices.map((device) => (
            <DeviceRow
              key={device.id}
              device={device}
              note={device.isFailing && ". The last notification couldn't be delivered"}
              below={
                <>
                  <DeviceButton intent="test-push" device={device} word="Send a test" />
                  <DeviceButton intent="turn-off-push" device={device} word="Turn off" />
                </>
              }
            />
          ))}
        </ul>
      ) : (
        <p>Notifications aren't on for any device yet.</p>
      )}
      {push.mustAgree ? (
        <AgreeFirst next="/account">To get them on a device</AgreeFirst>
      ) : (
        !push.devices.some(({ isThis }) => isThis) && <TurnOnHere publicKey={push.publicKey} />
      )}
    </Card>
  )
}

type ButtonProps = {
  intent: "test-push" | "turn-off-push"
  device: Push["devices"][number]
  word: string
}

function DeviceButton({ intent, device, word }: ButtonProps) {
  const [form] = useSchemaForm(noInput, { id: `${intent}-${device.id}` })
  return (
    <Form form={form} className="">
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="deviceId" value={device.id} />
      <Button kind="plain" small>
        <span>{word}</span>
        <span className="sr-only">{`${intent === "test-push" ? " to " : " on "}${device.device}`}</span>
      </Button>
    </Form>
  )
}

/** Rendered after hydration only: the server can't tell whether the browser supports push. */
function TurnOnHere({ publicKey }: { publicKey: string }) {
  const [support, setSupport] = useState<PushSupport | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const revalidate = useRevalidate()
  useEffect(() => setSupport(pushSupport()), [])

  async function turnOn() {
    setProblem(null)
    setBusy(true)
    const result = await subscribeToPush(publicKey)
    setBusy(false)
    if (result === "on") revalidate()
    else if (result === "blocked") setSupport("blocked")
    else setProblem(result.problem)
  }

  return (
    <>
      <noscript>
        <p className="notice">Turning notifications on needs JavaScript.</p>
      </noscript>
      <div role="status">
        {problem && <Notice kind="bad">{problem}</Notice>}
        {support && support !== "can" && <Notice kind="info">{PUSH_HINTS[support]}</Notice>}
      </div>
      {support === "can" && (
        <div>
          <Button type="button" disabled={isBusy} onClick={() => void turnOn()}>
            Turn on for this device
          </Button>
        </div>
      )}
    </>
  )
}
