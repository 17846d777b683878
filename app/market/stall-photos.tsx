import { Form } from "react-router"
import type { FormAnswer } from "#app/forms/submit-form.ts"
import { SubmitButton } from "#app/ui/form.tsx"
import { PhotoList } from "#app/ui/photos/photo-list.tsx"
import { Notice } from "#app/ui/states.tsx"
import { StoredImage } from "#app/ui/stored-image.tsx"
import { MAX_IMAGES, TOO_MANY_IMAGES } from "#core/catalog/product-steps.ts"
import type { OwnMarket } from "#core/market/view-own-market.server.ts"

type Props = Pick<OwnMarket, "photos" | "unconfirmedPhoto"> & { answer: FormAnswer | undefined }

/** The market's public photos, and the registration's photo until the seller confirms that customers may see it. */
export function StallPhotos({ photos, unconfirmedPhoto, answer }: Props) {
  return (
    <div className="stack">
      {unconfirmedPhoto && (
        <Notice kind="info">
          <div className="stack">
            <p>You registered with this photo. Customers don't see it yet.</p>
            <StoredImage
              image={unconfirmedPhoto.image}
              category=""
              alt="The photo of your registration"
              width={200}
              height={120}
              className="stall-photo"
            />
            <Form method="post">
              <SubmitButton name="intent" value="showPhoto">
                Show it to customers
              </SubmitButton>
            </Form>
          </div>
        </Notice>
      )}
      <PhotoList
        photos={photos.map(({ id, image }, index) => ({
          id,
          picture: (
            <StoredImage image={image} category="" alt={`Photo ${index + 1}`} width={124} height={124} />
          ),
        }))}
        max={MAX_IMAGES}
        full={TOO_MANY_IMAGES}
        sendTo={{ url: "/market-photo", fields: {} }}
        errors={answer?.lastResult.error?.image ?? undefined}
      />
    </div>
  )
}
