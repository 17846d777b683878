import "./file-input.css"
import { useEffect, useState } from "react"
import { IMAGE_TYPES } from "#core/images/image-formats.ts"
import { controlProps, Field, type FieldProps } from "./field.tsx"

export const MAX_IMAGE_BYTES = 1_048_576
export const TOO_LARGE = "File size exceeds 1MB. Please select a smaller file."

type Props = FieldProps & {
  /** Told of every choice that is small enough, and of null when it is cleared or too large. */
  onChoose?: (file: File | null) => void
}

/** One picture, previewed where JavaScript is; the server checks size and kind again. */
export function FileInput({ field, label, hint, optional, className, onChoose }: Props) {
  const [chosen, setChosen] = useState<File | null>(null)
  const preview = usePreview(chosen)
  const [unseen, setUnseen] = useState<string | null>(null)
  const tooLarge = chosen !== null && chosen.size > MAX_IMAGE_BYTES
  // Beside the field, not in a copy of it: conform's fields are getters, which a copy would lose.
  const errors = tooLarge ? [TOO_LARGE] : field.errors
  return (
    <Field {...{ field, errors, label, hint, optional, className }}>
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
          onChange={(event) => {
            const file = event.currentTarget.files?.[0] ?? null
            setChosen(file)
            onChoose?.(file && file.size <= MAX_IMAGE_BYTES ? file : null)
          }}
        />
      </div>
    </Field>
  )
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
