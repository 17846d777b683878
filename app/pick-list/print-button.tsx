import { Button } from "#app/ui/button.tsx"

/** Opens the browser's print dialog; without JavaScript, a sentence that names the browser's own command. */
export const PrintButton = () => (
  <>
    <Button type="button" small className="js-only" onClick={() => window.print()}>
      Print
    </Button>
    <noscript>
      <span className="soft no-print">To print, use your browser's Print command.</span>
    </noscript>
  </>
)
