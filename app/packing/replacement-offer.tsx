import { Form } from "react-router"
import { MinutesLeft } from "#app/orders/minutes-left.tsx"
import { Button } from "#app/ui/button.tsx"
import { moneyText } from "#app/ui/money.tsx"
import { Notice } from "#app/ui/states.tsx"
import { StoredImage } from "#app/ui/stored-image.tsx"
import { formatMoney } from "#core/money.ts"
import { endedForSeller, type ShownReplacement } from "#core/orders/shown-replacement.ts"

type Props = { offer: ShownReplacement; firstName: string; canPack: boolean }

/** What was offered instead of a line, and how long the customer can answer, or what was decided. */
export function ReplacementOffer({ offer, firstName, canPack }: Props) {
  const ended = endedForSeller(offer, firstName)
  if (ended)
    return (
      <div className="packing-offer">
        <Notice kind={offer.status === "accepted" ? "good" : "bad"}>{ended}</Notice>
      </div>
    )
  return (
    <section className="packing-offer packing-asked stack" aria-label={`Offered for ${offer.missing}`}>
      <div className="split">
        <p>
          <b>{`${firstName} can answer for`}</b> <MinutesLeft minutes={offer.minutes} />
        </p>
        <p className="soft">{`until ${offer.until}`}</p>
      </div>
      <div className="packing-offered">
        <StoredImage image={imageOf(offer)} category={offer.category} alt="" width={36} height={36} />
        <span>{`Offered: ${offer.offered}`}</span>
        <b className="num">{moneyText(offer.priceCents)}</b>
      </div>
      <p>{`Yes: refund ${formatMoney(offer.yesCents)}. No: refund ${formatMoney(offer.noCents)}.`}</p>
      <p>
        {offer.isYesInTime
          ? `No answer counts as yes: ${firstName} wished a replacement.`
          : "No answer counts as no."}
      </p>
      {canPack && (
        <Form method="post" preventScrollReset replace>
          <input type="hidden" name="offerId" value={offer.id} />
          <Button name="intent" value="withdraw-replacement" kind="plain" small>
            Take the offer back
          </Button>
        </Form>
      )}
    </section>
  )
}

const imageOf = ({ imageContainer, imageName }: ShownReplacement) =>
  imageContainer && imageName ? { container: imageContainer, name: imageName } : null
