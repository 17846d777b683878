import { Form } from "react-router"
import { Button, LinkButton } from "#app/ui/button.tsx"
import { Card } from "#app/ui/card.tsx"
import type { ProductAnswers, Step } from "#core/catalog/product-steps.ts"

type Props = { answers: ProductAnswers; furthest: Step }

/** Shown before a new product is inserted: an earlier draft would become it, with its images. */
export function BegunDraft({ answers: { name, category }, furthest }: Props) {
  const what = name?.trim() || category
  return (
    <Card as="section" className="stack" aria-label="Your draft">
      <p>{what ? `You have an unfinished draft: ${what}` : "You have an unfinished draft."}</p>
      <Form method="post" className="split-start">
        <LinkButton to={`/add-product?step=${furthest}`}>Go on</LinkButton>
        <Button kind="plain" name="intent" value="discard">
          Start new
        </Button>
      </Form>
    </Card>
  )
}
