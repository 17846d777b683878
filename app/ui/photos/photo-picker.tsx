import { type InputHTMLAttributes, type Ref, useEffect, useState } from "react"
import { useHydrated } from "#app/hydration/hydrated.ts"
import { Icon } from "#app/ui/icon.tsx"
import { IMAGE_TYPES } from "#core/images/image-formats.ts"
import "./photos.css"

type Props = {
  /** The subject of the photo, as in the field's label. */
  label: string
  /** The form's own file field, which is submitted if no script runs. */
  input: InputHTMLAttributes<HTMLInputElement> & { key?: string | undefined }
  inputRef: Ref<HTMLInputElement>
  /** Called for every choice, from the field or the camera. */
  onFiles: (files: File[]) => void
}

/**
 * "Choose", and on phones "Take a photo" next to it. Without JavaScript it is the browser's own field. The transparent
 * fields lie over their visible buttons, and so take clicks, keys and dropped files themselves.
 */
export function PhotoPicker({ label, input: { key, ...input }, inputRef, onFiles }: Props) {
  const accept = useAccept()
  const isHydrated = useHydrated()
  return (
    <div className="photo-picker">
      {isHydrated && (
        <span className="photo-button photo-camera">
          <span className="btn btn-plain" aria-hidden="true">
            <Icon name="camera" /> Take a photo
          </span>
          <span hidden id={`${input.id}-camera`}>
            {label}
          </span>
          <input
            type="file"
            accept={accept}
            capture="environment"
            aria-label="Take a photo"
            aria-describedby={`${input.id}-camera`}
            onChange={({ currentTarget }) => {
              const files = [...(currentTarget.files ?? [])]
              // Reset, so that the same photo can be chosen again.
              currentTarget.value = ""
              if (files.length > 0) onFiles(files)
            }}
          />
        </span>
      )}
      <span className="photo-button">
        <span className="btn btn-plain" aria-hidden="true">
          <Icon name="image" /> <span>{input.multiple ? "Choose photos" : "Choose a photo"}</span>
        </span>
        <input
          key={key}
          ref={inputRef}
          type="file"
          accept={accept}
          className="input"
          {...input}
          onChange={({ currentTarget }) => onFiles([...(currentTarget.files ?? [])])}
        />
      </span>
    </div>
  )
}

const HEIC = ["image/heic", "image/heif"]

/**
 * Returns the accepted types, including HEIC only if the browser can read it: otherwise an iPhone converts photos to
 * JPEG itself.
 */
function useAccept(): string {
  const [accept, setAccept] = useState(IMAGE_TYPES.join())
  useEffect(() => {
    if (!("ImageDecoder" in globalThis)) return
    Promise.resolve(ImageDecoder.isTypeSupported("image/heic"))
      .then((isSupported) => isSupported && setAccept([...IMAGE_TYPES, ...HEIC].join()))
      .catch(() => {})
  }, [])
  return accept
}

/** Makes a FileList, which scripts can create only through DataTransfer. */
export function fileList(files: readonly File[]): FileList {
  const transfer = new DataTransfer()
  for (const file of files) transfer.items.add(file)
  return transfer.files
}
