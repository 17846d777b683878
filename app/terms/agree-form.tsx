import { Button } from "#app/ui/button.tsx"

/** Agrees to the second version of the terms, and comes back to the page it was on. A form of every page. */
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
