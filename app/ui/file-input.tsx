import "./file-input.css"
import { useEffect, useRef, useState } from "react"
import { IMAGE_TYPES } from "#core/images/image-formats.ts"
import { controlProps, Field, type FieldProps } from "./field.tsx"
import { MAX_IMAGE_BYTES, shrinkPhoto } from "./shrink-photo.ts"

export const TOO_LARGE = "File size exceeds 1MB. Please select a smaller file."

type Props = FieldProps & {
  /** Told of every choice that is small enough, and of null when it is cleared or too large. */
  onChoose?: (file: File | null) => void
}

/**
 * One image, previewed and, above 1 MB, made smaller where JavaScript is; the server checks size and kind again. A
 * form that is sent meanwhile waits for it.
 */
export function FileInput({ field, label, hint, optional, className, onChoose }: Props) {
  const [chosen, setChosen] = useState<File | null>(null)
  const preview = usePreview(chosen)
  const [unseen, setUnseen] = useState<string | null>(null)
  /** A photo that is chosen while another one is made smaller takes its place. */
  const turn = useRef(0)
  const choose = async (input: HTMLInputElement) => {
    turn.current += 1
    const own = turn.current
    const file = input.files?.[0] ?? null
    const smaller = file && (await whileFormWaits(input.form, () => shrinkPhoto(file)))
    if (own !== turn.current) return
    if (file && smaller && smaller !== file) input.files = listOf(jpegOf(file, smaller))
    const kept = input.files?.[0] ?? null
    setChosen(kept)
    onChoose?.(kept && kept.size <= MAX_IMAGE_BYTES ? kept : null)
  }
  const tooLarge = chosen !== null && chosen.size > MAX_IMAGE_BYTES
  // Beside the field, not in a copy of it: conform's fields are getters, which a copy would lose.
  const errors = tooLarge ? [TOO_LARGE] : field.errors
  return (
    <Field field={field} errors={errors} label={label} hint={hint} optional={optional} className={className}>
      <div className="file-preview">
        {preview && preview !== unseen && (
          <img
            src={preview}
            alt={`Preview of ${chosen?.name ?? "the picture"}`}
            onError={() => setUnseen(preview)}
          />
        )}
        <input
          key={field.key}
          type="file"
          accept={IMAGE_TYPES.join()}
          className="input"
          {...controlProps(field, hint, errors)}
          onChange={(event) => void choose(event.currentTarget)}
        />
      </div>
    </Field>
  )
}

const jpegOf = (photo: File, smaller: Blob) =>
  new File([smaller], photo.name.replace(/\.\w+$/, ".jpg"), { type: smaller.type })

/** The only list of files that a script can make. */
function listOf(file: File): FileList {
  const transfer = new DataTransfer()
  transfer.items.add(file)
  return transfer.files
}

/** Holds what is sent from this form back until the work is done, and sends it then. */
async function whileFormWaits<T>(form: HTMLFormElement | null, work: () => Promise<T>): Promise<T> {
  let held: HTMLElement | null | undefined
  const hold = (event: SubmitEvent) => {
    event.preventDefault()
    event.stopPropagation()
    held = event.submitter
  }
  form?.addEventListener("submit", hold, true)
  try {
    return await work()
  } finally {
    form?.removeEventListener("submit", hold, true)
    // After what was chosen has been put into the field.
    if (held !== undefined) setTimeout(() => form?.requestSubmit(held))
  }
}

function usePreview(file: File | null): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!file) {
      setUrl(null)
      return
    }
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url
}
