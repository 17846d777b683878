import { Button } from "#app/ui/button.tsx"

/** Agrees to the second version of the terms, and returns to the page that the form was on. Any page can have it. */
export function AgreeForm({ next }: { next: string }) {
  return (
    <form method="post" action="/terms" className="split-start space-above">
      <input type="hidden" name="next" value={next} />
      <Button small kind="plain">
        I agree
      </Button>
    </form>
  )
}
