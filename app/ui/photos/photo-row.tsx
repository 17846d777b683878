import { useEffect, useState } from "react"
import { Button } from "#app/ui/button.tsx"
import type { Elements } from "#app/ui/elements.ts"
import { Icon } from "#app/ui/icon.tsx"
import type { PhotoOnItsWay, PhotoQueue } from "./use-photo-queue.ts"

type RowProps = {
  picture: Elements
  name: string
  children: Elements
  onRemove?: (() => void) | undefined
  remove?: string
}

/** One photo as a row: its image, name, status, and a button that removes it. */
export function PhotoRow({ picture, name, children, onRemove, remove = `Remove ${name}` }: RowProps) {
  return (
    <div className="photo-row">
      <span className="photo-thumb">{picture}</span>
      <div className="photo-words">
        <p className="photo-name">{name}</p>
        {children}
      </div>
      {onRemove && (
        <button type="button" className="photo-remove" aria-label={remove} onClick={onRemove}>
          <Icon name="close" />
        </button>
      )}
    </div>
  )
}

type Props = {
  photo: PhotoOnItsWay
  queue: Pick<PhotoQueue, "stop" | "again">
  /** Whether the row shows the error; a field shows it in its own error text instead. */
  showFault?: boolean
  onStop?: () => void
}

/** A photo that is being shrunk or sent, with a stop button, or that failed, with a retry button. */
export function PhotoOnItsWayRow({ photo, queue, showFault = true, onStop }: Props) {
  const { key, file, state, done, fault } = photo
  const failed = state === "failed"
  const stop = () => {
    queue.stop(key)
    onStop?.()
  }
  return (
    <PhotoRow
      picture={failed ? <Icon name="warning" /> : <Preview file={file} />}
      name={file.name}
      onRemove={stop}
      remove={failed ? `Remove ${file.name}` : `Stop ${file.name}`}
    >
      <p className="soft num" role="status">
        {wordsFor(photo)}
      </p>
      {!failed && <progress className="photo-progress" aria-label={file.name} max={1} value={done} />}
      {failed && showFault && <p className="error">{fault}</p>}
      {failed && (
        <Button type="button" kind="plain" small onClick={() => queue.again(photo)}>
          Try again
        </Button>
      )}
    </PhotoRow>
  )
}

function wordsFor({ file, state, done, bytes }: PhotoOnItsWay): string {
  switch (state) {
    case "waiting":
      return `Waiting, ${megabytes(file.size)} MB`
    case "shrinking":
      return `Making it smaller, ${megabytes(file.size)} MB`
    case "sending":
      return `Sending, ${megabytes(done * bytes)} of ${megabytes(bytes)} MB`
    case "failed":
      return `Not added, ${megabytes(file.size)} MB`
  }
}

/** Formats bytes as megabytes with one digit; only 0 bytes are "0.0". */
export const megabytes = (bytes: number) => (bytes > 0 ? Math.max(0.1, bytes / 1_048_576) : 0).toFixed(1)

/** A preview of the file, if the browser can show it. */
export function Preview({ file }: { file: File }) {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url && <img src={url} alt={`Preview of ${file.name}`} onError={() => setUrl(null)} />
}
