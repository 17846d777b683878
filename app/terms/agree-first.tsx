import { Link } from "#app/ui/link.tsx"
import { Notice } from "#app/ui/states.tsx"
import { AgreeForm } from "./agree-form.tsx"

type Props = {
  /** The page to come back to. */
  next: string
  /** What for: "To get messages on this device". */
  children: string
}

/**
 * For what only the second version of the terms speaks of: in place of its first use, where `mustAgreeFirst` of
 * core/terms says so.
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
