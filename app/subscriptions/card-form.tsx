import { type FormMetadata, getFormProps } from "@conform-to/react"
import type { Stripe } from "@stripe/stripe-js"
import type { ComponentProps } from "react"
import type { FormAnswer } from "#app/forms/submit-form.ts"
import { Button } from "#app/ui/button.tsx"
import type { Elements } from "#app/ui/elements.ts"
import { ErrorSummary } from "#app/ui/form.tsx"
import { Loader, Notice } from "#app/ui/states.tsx"
import { PageToast } from "#app/ui/toaster.tsx"
import { CardFields } from "./card-fields.tsx"
import { useCard } from "./use-card.ts"

type Props = ComponentProps<typeof CardFields> & {
  // biome-ignore lint/suspicious/noExplicitAny: a form of whatever schema; conform's type is invariant in it
  form: FormMetadata<any, string[]>
  action: string
  button: string
  answer: FormAnswer | undefined
  /** Submits the form with the card's token. Returns the error if it was rejected. */
  onToken(form: FormData, stripe: Stripe): Promise<string | null>
  /** More fields, between the card and the button. */
  children?: Elements
}

/**
 * The billing address and the card of a subscription. With JavaScript the provider's card form is inside the page;
 * without it, the same form is submitted and leads to the provider's own page.
 */
export function CardForm({ form, action, button, answer, onToken, children, ...fields }: Props) {
  const { submit, ...card } = useCard(onToken)
  const { onSubmit, ...props } = getFormProps(form)
  return (
    <form
      method="post"
      action={action}
      className="stack"
      {...props}
      onSubmit={(event) => {
        onSubmit(event)
        submit(event)
      }}
    >
      <ErrorSummary form={form} />
      <CardFields {...fields} />
      {children}
      <CardButtons label={button} {...card} />
      <PageToast message={answer?.toast} />
    </form>
  )
}

type ButtonProps = { label: string; ready: boolean; working: boolean; rejection: string | null }

/** The error, the submit button, and a button for the provider's own page. */
function CardButtons({ label, ready, working, rejection }: ButtonProps) {
  return (
    <>
      <div aria-live="assertive">{rejection && <Notice kind="bad">{rejection}</Notice>}</div>
      {working && <Loader text="One moment…" />}
      <Button wide aria-disabled={working || undefined} name="intent" value="card">
        {label}
      </Button>
      {!working && (
        <Button kind="plain" small name="intent" value="hosted" className="js-only">
          {ready ? "Use our card provider's page instead" : "Use our card provider's page"}
        </Button>
      )}
    </>
  )
}
