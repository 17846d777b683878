import "#app/ui/file-input.css"
import { type FormEvent, useState } from "react"
import { chosenFile } from "#app/forms/chosen-file.ts"
import { Button } from "#app/ui/button.tsx"
import { controlProps, Field, plainField } from "#app/ui/field.tsx"
import { shrinkPhoto } from "#app/ui/shrink-photo.ts"
import { IMAGE_TYPES } from "#core/images/image-formats.ts"
import { NO_PHOTO } from "./no-photo.ts"

const UNREADABLE = "We can't read this photo. Take another one."

type Props = {
  deliveryId: string
  /** What the server said of the photo, where the form went without JavaScript. */
  error: string | undefined
  onDeliver: (photo: Blob) => void
}

/** The delivered view: an images-only photo picker and Delivered. A large photo is scaled down before it is sent. */
export function DeliverForm({ deliveryId, error, onDeliver }: Props) {
  const [problem, setProblem] = useState(error ?? "")
  const [busy, setBusy] = useState(false)
  const field = plainField("photo", { required: true, errors: problem ? [problem] : undefined })
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const chosen = chosenFile(new FormData(event.currentTarget), "photo")
    if (!chosen) return setProblem(NO_PHOTO)
    if (!chosen.type.startsWith("image/")) return setProblem(UNREADABLE)
    setBusy(true)
    const photo = await shrinkPhoto(chosen)
    setBusy(false)
    setProblem(photo ? "" : UNREADABLE)
    if (photo) onDeliver(photo)
  }
  return (
    <form
      method="post"
      encType="multipart/form-data"
      className="stack"
      onSubmit={(event) => void submit(event)}
    >
      <input type="hidden" name="deliveryId" value={deliveryId} />
      <Field field={field} label="Photo of the delivered order">
        <input
          type="file"
          accept={IMAGE_TYPES.join()}
          className="input"
          {...controlProps(field, null)}
          onChange={() => setProblem("")}
        />
      </Field>
      <Button name="intent" value="deliver" wide aria-disabled={busy || undefined}>
        {busy ? "One moment…" : "Delivered"}
      </Button>
    </form>
  )
}
