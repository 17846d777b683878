import { Link } from "#app/ui/link.tsx"
import { Notice } from "#app/ui/states.tsx"
import { AgreeForm } from "./agree-form.tsx"

type Props = {
  /** The page to return to. */
  next: string
  /** What the person wants to do: "To get messages on this device". */
  children: string
}

/**
 * Shown in place of a feature that only the second version of the terms covers, if `mustAgreeFirst` of core/terms
 * requires consent first.
 */
export function AgreeFirst({ next, children }: Props) {
  return (
    <Notice kind="info">
      <p>
        <span>{children}</span>, agree to the second version of our{" "}
        <Link to="/terms">terms and privacy policy</Link>.
      </p>
      <AgreeForm next={next} />
    </Notice>
  )
}
