import { useEffect, useRef, useState } from "react"
import { Form as RouterForm, useNavigation, useRevalidator, useSubmit } from "react-router"
import { Button } from "#app/ui/button.tsx"
import type { Elements } from "#app/ui/elements.ts"
import { controlProps, Field, plainField } from "#app/ui/field.tsx"
import { IdempotencyKey, SubmitButton } from "#app/ui/form.tsx"
import { Icon } from "#app/ui/icon.tsx"
import { Notice } from "#app/ui/states.tsx"
import { inOrder } from "#core/images/in-order.ts"
import { PHOTO_HINT } from "./photo-field.tsx"
import { fileList, PhotoPicker } from "./photo-picker.tsx"
import { PhotoOnItsWayRow } from "./photo-row.tsx"
import { type PhotoTarget, sendPhoto } from "./send-photo.ts"
import { useDrag } from "./use-drag.ts"
import { usePhotoQueue } from "./use-photo-queue.ts"

/** A stored photo: its image, and a note on it. */
export type ListedPhoto = { id: string; picture: Elements; note?: string }

type Props = {
  /** In display order: the first one is the cover. */
  photos: readonly ListedPhoto[]
  max: number
  /** Shown in place of the field when there are `max` photos. */
  full: string
  /** Where each photo is sent as soon as it is chosen; the page's loader then returns it among `photos`. */
  sendTo: PhotoTarget
  /** The action's errors for photos that a form without JavaScript has sent. */
  errors?: string[] | undefined
  /** Called when the number of failed photos, or whether any is being sent, changes. */
  onPending?: (pending: { isBusy: boolean; failed: number }) => void
}

/**
 * Several photos that are sent when chosen, and can be reordered and removed. The page's action handles three intents,
 * which also work without JavaScript: `add-image` with files as `image`, `delete-image` with an `imageId`, and
 * `order-images` with the ids as `order`, joined by commas.
 */
export function PhotoList({ photos, max, full, sendTo, errors, onPending }: Props) {
  const { queue, choose, tooMany } = useChoosing({ room: max - photos.length, sendTo })
  const failed = queue.photos.length > 0 && !queue.isBusy ? queue.photos.length : 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: called only when its values change
  useEffect(() => onPending?.({ isBusy: queue.isBusy, failed }), [queue.isBusy, failed])
  const isFull = photos.length >= max
  return (
    <div className="photos">
      <p className="photos-count soft num">{`${photos.length} of ${max}`}</p>
      {photos.length > 0 && <Grid photos={photos} />}
      {queue.photos.length > 0 && (
        <ul className="photo-rows" aria-label="Photos uploading">
          {queue.photos.map((photo) => (
            <li key={photo.key}>
              <PhotoOnItsWayRow photo={photo} queue={queue} />
            </li>
          ))}
        </ul>
      )}
      {isFull || tooMany ? (
        <Notice role="status">
          <p>{full}</p>
        </Notice>
      ) : null}
      {!isFull && <AddForm errors={errors} onFiles={choose} />}
    </div>
  )
}

/**
 * Sends chosen photos one after the other, as many as there is room for. When one fails, the next one takes its place.
 */
function useChoosing({ room, sendTo }: { room: number; sendTo: PhotoTarget }) {
  const { revalidate } = useRevalidator()
  const [tooMany, setTooMany] = useState(false)
  const leftOut = useRef<File[]>([])
  const leaveOut = (files: File[]) => {
    leftOut.current = files
    setTooMany(files.length > 0)
  }
  const queue = usePhotoQueue(
    async (photo, sending) => {
      const fault = await sendPhoto(sendTo, photo, sending)
      // Also after a rejection: an earlier attempt may have arrived.
      await revalidate()
      return fault
    },
    () => {
      queue.add(leftOut.current.slice(0, 1))
      leaveOut(leftOut.current.slice(1))
    },
  )
  const choose = (files: File[]) => {
    const onTheirWay = queue.photos.filter(({ state }) => state !== "failed").length
    const left = Math.max(0, room - onTheirWay)
    leaveOut(files.slice(left))
    queue.add(files.slice(0, left))
  }
  return { queue, choose, tooMany }
}

type AddProps = { errors: string[] | undefined; onFiles: (files: File[]) => void }

function AddForm({ errors, onFiles }: AddProps) {
  const input = useRef<HTMLInputElement>(null)
  const field = plainField("image", errors ? { errors } : {})
  return (
    <RouterForm method="post" encType="multipart/form-data" className="stack" preventScrollReset>
      <IdempotencyKey />
      <Field field={field} label="Photo" hint={PHOTO_HINT}>
        <PhotoPicker
          label="Picture"
          inputRef={input}
          input={{ multiple: true, ...controlProps(field, PHOTO_HINT) }}
          onFiles={(files) => {
            if (input.current) input.current.files = fileList([])
            onFiles(files)
          }}
        />
      </Field>
      <div className="photos-add">
        <SubmitButton kind="plain" name="intent" value="add-image" busy="Adding…">
          Add the photo
        </SubmitButton>
      </div>
    </RouterForm>
  )
}

function Grid({ photos }: { photos: readonly ListedPhoto[] }) {
  const { formData } = useNavigation()
  const submit = useSubmit()
  const sent = formData?.get("intent") === "order-images" ? String(formData.get("order")).split(",") : null
  const stored = photos.map(({ id }) => id)
  const ids = sent ? inOrder(stored, sent) : stored
  const shown = ids.flatMap((id) => photos.filter((photo) => photo.id === id))
  const save = (order: string[]) =>
    submit({ intent: "order-images", order: order.join() }, { method: "post", preventScrollReset: true })
  const drag = useDrag(ids, save)
  const { list, said, moved } = useFocusAfterMove(ids)
  return (
    <>
      <ol ref={list} className="photo-grid" aria-label="Photos in the list">
        {shown.map((photo, at) => (
          <li
            key={photo.id}
            data-photo={photo.id}
            className={drag.lifted === photo.id ? "photo-card lifted" : "photo-card"}
            style={drag.order ? { order: drag.order.indexOf(photo.id) } : undefined}
          >
            <div className="photo-picture">
              {photo.picture}
              {at === 0 && <span className="photo-cover">Cover</span>}
            </div>
            {photo.note && <small className="soft">{photo.note}</small>}
            <div className="photo-tools">
              <MoveButton ids={ids} at={at} by={-1} onMove={moved} />
              <MoveButton ids={ids} at={at} by={1} onMove={moved} />
              <button
                type="button"
                className="photo-handle"
                tabIndex={-1}
                aria-hidden="true"
                {...drag.handle(photo.id)}
              >
                <Icon name="handle" />
              </button>
              <RouterForm method="post" preventScrollReset>
                <input type="hidden" name="imageId" value={photo.id} />
                <Button kind="plain" name="intent" value="delete-image" aria-label={`Delete photo ${at + 1}`}>
                  <Icon name="close" />
                </Button>
              </RouterForm>
            </div>
          </li>
        ))}
      </ol>
      <p className="hint">
        The first photo is the cover: customers see it first. Move one with its arrows
        <span className="photos-drag">, or drag it by its dots</span>.
      </p>
      <p className="sr-only" role="status">
        {said}
      </p>
    </>
  )
}

type MoveProps = {
  ids: string[]
  at: number
  by: 1 | -1
  onMove: (id: string, by: 1 | -1, order: string) => void
}

/**
 * A form that sends the order after the move. At the list's end the button stays focusable, so that the focus is not
 * lost.
 */
function MoveButton({ ids, at, by, onMove }: MoveProps) {
  const id = ids[at] ?? ""
  const order = movedTo(ids, at, at + by).join()
  const isAtEnd = at + by < 0 || at + by >= ids.length
  return (
    <RouterForm method="post" preventScrollReset>
      <input type="hidden" name="order" value={order} />
      <Button
        kind="plain"
        name="intent"
        value="order-images"
        data-move={by}
        aria-disabled={isAtEnd || undefined}
        aria-label={`${by < 0 ? "Earlier" : "Later"}: photo ${at + 1}`}
        onClick={(event) => {
          if (isAtEnd) event.preventDefault()
          else onMove(id, by, order)
        }}
      >
        <Icon name={by < 0 ? "left" : "right"} />
      </Button>
    </RouterForm>
  )
}

/** Moving a photo moves its buttons: this focuses the pressed one again and announces the photo's new position. */
function useFocusAfterMove(ids: readonly string[]) {
  const list = useRef<HTMLOListElement>(null)
  const last = useRef<{ id: string; by: number; order: string } | null>(null)
  const [said, setSaid] = useState("")
  const order = ids.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: after the order has changed
  useEffect(() => {
    if (last.current?.order !== order) return
    const { id, by } = last.current
    list.current?.querySelector<HTMLElement>(`[data-photo="${id}"] [data-move="${by}"]`)?.focus()
    const at = ids.indexOf(id)
    setSaid(at === 0 ? "This photo is now the cover." : `This photo is now number ${at + 1}.`)
  }, [order])
  const moved = (id: string, by: number, to: string) => {
    last.current = { id, by, order: to }
  }
  return { list, said, moved }
}

function movedTo(ids: readonly string[], from: number, to: number): string[] {
  const rest = ids.filter((_, at) => at !== from)
  const id = ids[from]
  return id === undefined ? rest : [...rest.slice(0, Math.max(0, to)), id, ...rest.slice(Math.max(0, to))]
}
