import { useRef, useState } from "react"
import { useRevalidator } from "react-router"
import { controlProps, Field, type FieldProps } from "#app/ui/field.tsx"
import { fileList, PhotoPicker } from "./photo-picker.tsx"
import { megabytes, PhotoOnItsWayRow, PhotoRow, Preview } from "./photo-row.tsx"
import { type PhotoTarget, sendPhoto } from "./send-photo.ts"
import { type TakePhoto, usePhotoQueue } from "./use-photo-queue.ts"
import { useSubmitWaits } from "./use-submit-waits.ts"

/** Covers uploads with JavaScript and without. */
export const PHOTO_HINT = "We shrink large photos before they're uploaded. Without JavaScript, at most 1 MB."

type Props = FieldProps & {
  /** The stored photo, which is kept unless another one is chosen. */
  kept?: { name: string; url: string | null } | null | undefined
  /**
   * Where the photo is sent as soon as it is chosen; the page's loader then returns it as `kept`. Without it the photo
   * is sent with its form.
   */
  sendTo?: PhotoTarget
  /** Called with the photo that the form will send, and with null when it is removed. */
  onChoose?: (photo: File | null) => void
}

/**
 * One photo in a form (`PhotoList` takes several). The browser shrinks a photo to less than 1 MB, and the form waits
 * for that; the server checks size and type again. Without JavaScript it is a file field, checked by the server alone.
 */
export function PhotoField({ field, label, hint, optional, className, kept, sendTo, onChoose }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<File | null>(null)
  const { revalidate } = useRevalidator()

  const empty = () => {
    if (input.current) input.current.value = ""
    setChosen(null)
    onChoose?.(null)
  }
  const take: TakePhoto = async (photo, sending) => {
    if (sendTo) {
      const fault = await sendPhoto(sendTo, photo, sending)
      if (fault) return fault
      await revalidate()
      empty()
      return null
    }
    if (input.current) input.current.files = fileList([photo])
    setChosen(photo)
    onChoose?.(photo)
    return null
  }
  const queue = usePhotoQueue(take)
  const choose = ([file]: File[]) => {
    queue.clear()
    setChosen(null)
    onChoose?.(null)
    if (!file) return
    if (input.current) input.current.files = fileList([file])
    queue.add([file])
  }
  useSubmitWaits(() => input.current?.form, queue.isBusy)

  const [photo] = queue.photos
  // Not merged into a copy of the field: conform's fields are getters, which a copy would lose.
  const errors = photo?.fault ? [photo.fault] : field.errors
  return (
    <Field field={field} errors={errors} label={label} hint={hint} optional={optional} className={className}>
      <div className="photo-field">
        {photo ? (
          <PhotoOnItsWayRow photo={photo} queue={queue} showFault={false} onStop={empty} />
        ) : chosen ? (
          <PhotoRow picture={<Preview file={chosen} />} name={chosen.name} onRemove={empty}>
            <p className="soft num">{`Ready, ${megabytes(chosen.size)} MB`}</p>
          </PhotoRow>
        ) : (
          kept && (
            <PhotoRow
              picture={kept.url && <img src={kept.url} alt={`${label}, already sent`} />}
              name={`We have ${kept.name}.`}
            >
              <p className="soft">Choose another photo to replace it.</p>
            </PhotoRow>
          )
        )}
        <PhotoPicker
          label={label}
          inputRef={input}
          input={{ key: field.key, ...controlProps(field, hint, errors) }}
          onFiles={choose}
        />
      </div>
    </Field>
  )
}
