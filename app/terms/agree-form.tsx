import { Button } from "#app/ui/button.tsx"

/** A button that agrees to the second version of the terms and returns to the same page. Any page can include it. */
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
