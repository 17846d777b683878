import { Form } from "react-router"
import { SubmitButton } from "#app/ui/form.tsx"
import { Notice } from "#app/ui/states.tsx"
import { StoredImage } from "#app/ui/stored-image.tsx"
import type { MarketPhoto, OwnMarket } from "#core/market/view-own-market.server.ts"

type Props = Pick<OwnMarket, "photos" | "unconfirmedPhoto">

/** What customers see of the market, and the photo of the registration until the seller says that they may. */
export function StallPhotos({ photos, unconfirmedPhoto }: Props) {
  return (
    <div className="stack">
      {photos.length > 0 && (
        <ul className="stall-photos">
          {photos.map((photo, index) => (
            <li key={photo.id}>
              <Photo photo={photo} alt={index === 0 ? "The cover" : `Photo ${index + 1}`} />
            </li>
          ))}
        </ul>
      )}
      {unconfirmedPhoto && (
        <Notice kind="info">
          <div className="stack">
            <p>You registered with this photo. Customers don't see it yet.</p>
            <Photo photo={unconfirmedPhoto} alt="The photo of your registration" />
            <Form method="post">
              <SubmitButton name="intent" value="showPhoto">
                Show it to customers
              </SubmitButton>
            </Form>
          </div>
        </Notice>
      )}
    </div>
  )
}

const Photo = ({ photo, alt }: { photo: MarketPhoto; alt: string }) => (
  <StoredImage image={photo.image} category="" alt={alt} width={200} height={120} className="stall-photo" />
)
