import { Form as RouterForm } from "react-router"
import type { FormAnswer } from "#app/forms/submit-form.ts"
import { Button } from "#app/ui/button.tsx"
import { plainField } from "#app/ui/field.tsx"
import { FileInput } from "#app/ui/file-input.tsx"
import { IdempotencyKey, SubmitButton } from "#app/ui/form.tsx"
import { Notice } from "#app/ui/states.tsx"
import { StoredImage } from "#app/ui/stored-image.tsx"
import { MAX_IMAGES, TOO_MANY_IMAGES } from "#core/catalog/product-steps.ts"
import "./products.css"

export type ListedImage = {
  imageId: string
  container: string
  name: string
  status: "processing" | "ready" | "failed"
}

type Props = {
  images: ListedImage[]
  category: string
  answer: FormAnswer | undefined
  /** What is wrong with an image that was chosen and not added. */
  fault?: string | null
  /** Told when another file is chosen, or none. */
  onChoose?: () => void
}

/** Images one by one, each shown and deletable. At seven, the specification's sentence replaces the file input. */
export function ImageList({ images, category, answer, fault, onChoose }: Props) {
  return (
    <div className="stack">
      {images.length > 0 && (
        <ul className="picture-list" aria-label="Pictures in the list">
          {images.map((image, index) => (
            <li key={image.imageId}>
              <StoredImage
                image={image.status === "ready" ? image : null}
                category={category}
                alt={`Picture ${index + 1}`}
                width={124}
                height={124}
              />
              <small className="soft">{WORDS[image.status]}</small>
              <RouterForm method="post">
                <input type="hidden" name="imageId" value={image.imageId} />
                <Button
                  kind="danger"
                  small
                  name="intent"
                  value="delete-image"
                  aria-label={`Delete picture ${index + 1}`}
                >
                  Delete
                </Button>
              </RouterForm>
            </li>
          ))}
        </ul>
      )}
      {images.length >= MAX_IMAGES ? (
        <Notice>{TOO_MANY_IMAGES}</Notice>
      ) : (
        <AddImage key={images.length} answer={answer} fault={fault} onChoose={onChoose} />
      )}
    </div>
  )
}

const WORDS = {
  processing: "Being prepared…",
  ready: "",
  failed: "This file could not be read. Please delete it.",
}

/** Chosen is not listed yet: the image counts once it was added. Emptied after each one. */
function AddImage({ answer, fault, onChoose }: Pick<Props, "answer" | "fault" | "onChoose">) {
  const errors = fault ? [fault] : answer?.lastResult.error?.image
  return (
    <RouterForm method="post" encType="multipart/form-data" className="stack">
      <IdempotencyKey />
      <FileInput
        field={plainField("image", errors ? { errors } : {})}
        label="Picture"
        hint="An image of at most 1 MB. Add it to the list, then choose the next."
        onChoose={() => onChoose?.()}
      />
      <SubmitButton kind="plain" name="intent" value="add-image" busy="Adding…">
        Add the picture
      </SubmitButton>
    </RouterForm>
  )
}
