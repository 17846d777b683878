import { RECENT_PASSKEY_DAYS } from "#core/passkeys/passkey-review.ts"
import type { PasskeyLine } from "./passkey-line.ts"

type Props = {
  passkeys: readonly PasskeyLine[]
  /** The form's `removedPasskeys` field. */
  field: { initialValue?: unknown }
  /** Without a new password, older passkeys are kept. */
  onlyRecent?: boolean
}

const OLDER_STAY = " Older ones stay; remove them under “Signing in”."

/** Which passkeys to remove when an account is recovered; renders nothing if there are none. */
export function PasskeyReviewFields({ passkeys, field, onlyRecent = false }: Props) {
  if (passkeys.length === 0) return null
  const ticked = [field.initialValue].flat()
  return (
    <fieldset className="field">
      <legend>Your passkeys</legend>
      <p className="hint">
        {`A passkey logs in without the password, so check that you know each one. Those added in the last ${RECENT_PASSKEY_DAYS} days are removed unless you clear their box.${onlyRecent ? OLDER_STAY : ""}`}
      </p>
      {passkeys.map(({ id, name, since, lastUsed, isRecent }) => {
        const facts = `“${name}”, added on ${since}${lastUsed ? `, last used ${lastUsed}` : ""}`
        return onlyRecent && !isRecent ? (
          <p key={id}>{facts}</p>
        ) : (
          <div key={id}>
            <label className="check">
              <input type="checkbox" name="removedPasskeys" value={id} defaultChecked={ticked.includes(id)} />
              <span>{`Remove ${facts}`}</span>
            </label>
            <input type="hidden" name="shownPasskeys" value={id} />
          </div>
        )
      })}
    </fieldset>
  )
}
