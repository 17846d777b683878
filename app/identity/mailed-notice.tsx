import { Button } from "#app/ui/button.tsx"
import { Notice } from "#app/ui/states.tsx"
import { withNext } from "#core/identity/own-path.ts"
import { ROLE_PAGES } from "#core/identity/role-pages.ts"
import type { Role } from "#core/identity/roles.ts"

type Props = { who: Exclude<Role, "admin">; email: string; next: string | null }

/** After registering: where the confirmation link was sent, with a button to send it again. */
export function MailedNotice({ who, email, next }: Props) {
  return (
    <Notice kind="good" role="status">
      <p>
        We sent a confirmation link to <b>{email}</b>. Open it, then log in. No email? Check your spam folder.
      </p>
      <form method="post" action={withNext(`/email-confirmed?user=${ROLE_PAGES[who].word}`, next)}>
        <input type="hidden" name="intent" value="new-link" />
        <input type="hidden" name="email" value={email} />
        <Button small kind="plain">
          Send it again
        </Button>
      </form>
    </Notice>
  )
}
