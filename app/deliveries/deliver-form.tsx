import { type FormEvent, useState } from "react"
import { chosenFile } from "#app/forms/chosen-file.ts"
import { Button } from "#app/ui/button.tsx"
import { plainField } from "#app/ui/field.tsx"
import { PhotoField } from "#app/ui/photos/photo-field.tsx"
import { MAX_IMAGE_BYTES, TOO_LARGE } from "#app/ui/photos/shrink-photo.ts"
import { NO_PHOTO } from "./no-photo.ts"

const UNREADABLE = "We can't read this photo. Take another one."

type Props = {
  deliveryId: string
  /** What the server said of the photo, where the form went without JavaScript. */
  error: string | undefined
  onDeliver: (photo: Blob) => void
}

/** The delivered view: an images-only photo picker and Delivered. */
export function DeliverForm({ deliveryId, error, onDeliver }: Props) {
  const [problem, setProblem] = useState(error ?? "")
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const photo = chosenFile(new FormData(event.currentTarget), "photo")
    const fault = faultOf(photo)
    setProblem(fault)
    if (photo && !fault) onDeliver(photo)
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

function faultOf(photo: File | null): string {
  if (!photo) return NO_PHOTO
  if (!photo.type.startsWith("image/")) return UNREADABLE
  return photo.size > MAX_IMAGE_BYTES ? TOO_LARGE : ""
}
