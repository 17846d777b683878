import type { FormAnswer } from "#app/forms/submit-form.ts"
import { PhotoList } from "#app/ui/photos/photo-list.tsx"
import { StoredImage } from "#app/ui/stored-image.tsx"
import { MAX_IMAGES, TOO_MANY_IMAGES } from "#core/catalog/product-steps.ts"

export type ListedImage = {
  imageId: string
  container: string
  name: string
  status: "processing" | "ready" | "failed"
}

type Props = {
  /** The product that is edited; null in the wizard. */
  productId: string | null
  images: ListedImage[]
  category: string
  answer: FormAnswer | undefined
  onPending?: (pending: { isBusy: boolean; failed: number }) => void
}

/** A product's images. At seven, the specification's sentence replaces the file input. */
export function ProductPhotos({ productId, images, category, answer, onPending }: Props) {
  return (
    <PhotoList
      photos={images.map((image, index) => ({
        id: image.imageId,
        picture: (
          <StoredImage
            image={image.status === "failed" ? null : image}
            category={category}
            alt={`Photo ${index + 1}`}
            width={124}
            height={124}
          />
        ),
        ...(image.status === "failed" && { note: "We couldn't read this file. Please delete it." }),
      }))}
      max={MAX_IMAGES}
      full={TOO_MANY_IMAGES}
      sendTo={{ url: "/product-photo", fields: { productId: productId ?? "" } }}
      errors={answer?.lastResult.error?.image ?? undefined}
      {...(onPending && { onPending })}
    />
  )
}
