import { type ComponentProps, type ReactNode, useEffect, useRef } from "react"
import { Form, SubmitButton } from "#app/ui/form.tsx"
import { KeepAsItIs } from "./account-row.tsx"

type Props = {
  form: ComponentProps<typeof Form>["form"]
  intent: string
  section: string
  /** The button's label. */
  submit?: string
  reloadDocument?: boolean
  children: ReactNode
}

/** A form that opens in place of the fact that it changes; its first field takes the focus. */
export function EditForm({ form, intent, section, submit = "Save", reloadDocument, children }: Props) {
  const first = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The link that opened the form is gone, and the focus with it.
    if (document.activeElement !== document.body) return
    first.current?.querySelector<HTMLElement>("input, select, textarea")?.focus()
  }, [])
  return (
    <Form form={form} className="stack account-form" reloadDocument={reloadDocument}>
      <input type="hidden" name="intent" value={intent} />
      <div ref={first} className="stack">
        {children}
      </div>
      <div className="split-start">
        <SubmitButton>{submit}</SubmitButton>
        <KeepAsItIs section={section} />
      </div>
    </Form>
  )
}
