import { type FormEvent, useState } from "react"
import { chosenFile } from "#app/forms/chosen-file.ts"
import { Button } from "#app/ui/button.tsx"
import { plainField } from "#app/ui/field.tsx"
import { PhotoField } from "#app/ui/photos/photo-field.tsx"
import { shrinkPhoto } from "#app/ui/photos/shrink-photo.ts"
import { NO_PHOTO } from "./no-photo.ts"

type Props = {
  deliveryId: string
  /** The server's validation error for the photo, if the form was sent without JavaScript. */
  error: string | undefined
  onDeliver: (photo: Blob) => void
}

/** The form that marks an order delivered: a photo picker for images only, and the Delivered button. */
export function DeliverForm({ deliveryId, error, onDeliver }: Props) {
  const [problem, setProblem] = useState(error ?? "")
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const photo = chosenFile(new FormData(event.currentTarget), "photo")
    const fit = photo ? await shrinkPhoto(photo) : NO_PHOTO
    setProblem(typeof fit === "string" ? fit : "")
    if (typeof fit !== "string") onDeliver(fit)
  }
  return (
    <form method="post" encType="multipart/form-data" className="stack" onSubmit={submit}>
      <input type="hidden" name="deliveryId" value={deliveryId} />
      <PhotoField
        field={plainField("photo", { required: true, errors: problem ? [problem] : undefined })}
        label="Photo of the delivered order"
        onChoose={() => setProblem("")}
      />
      <Button name="intent" value="deliver" wide>
        Delivered
      </Button>
    </form>
  )
}
