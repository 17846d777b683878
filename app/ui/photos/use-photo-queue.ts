import { useRef, useState } from "react"
import { newKey } from "#app/forms/idempotency-field.ts"
import type { Sending } from "./send-photo.ts"
import { shrinkPhoto } from "./shrink-photo.ts"

/** A chosen photo that is not stored yet. */
export type PhotoOnItsWay = {
  key: string
  file: File
  state: "waiting" | "shrinking" | "sending" | "failed"
  /** The progress of this state, from 0 to 1. */
  done: number
  /** The size of the upload in bytes: at first the file's own. */
  bytes: number
  fault: string
}

/** Stores a photo of at most 1 MB. Returns null, or the error message. Throws when it is aborted. */
export type TakePhoto = (photo: File, sending: Sending) => Promise<string | null>

/**
 * Shrinks chosen photos one at a time, in the order in which they were chosen, and passes each to `take`. A failed
 * photo stays and can be retried; the others continue, and `onFail` may add another in its place.
 */
export function usePhotoQueue(take: TakePhoto, onFail?: () => void) {
  const [photos, setPhotos] = useState<PhotoOnItsWay[]>([])
  const last = useRef(Promise.resolve())
  const stops = useRef(new Map<string, AbortController>())
  // Read when a photo's turn comes, so that the latest functions are called.
  const current = useRef({ take, onFail })
  current.current = { take, onFail }

  const change = (key: string, to: Partial<PhotoOnItsWay>) =>
    setPhotos((all) => all.map((one) => (one.key === key ? { ...one, ...to } : one)))
  const drop = (key: string) => setPhotos((all) => all.filter((one) => one.key !== key))

  async function bring({ key, file }: PhotoOnItsWay, signal: AbortSignal) {
    if (signal.aborted) return
    const fail = (fault: string) => {
      change(key, { state: "failed", fault })
      current.current.onFail?.()
    }
    try {
      change(key, { state: "shrinking", done: 0 })
      const smaller = await shrinkPhoto(file, { signal, onProgress: (done) => change(key, { done }) })
      if (typeof smaller === "string") return fail(smaller)
      change(key, { state: "sending", done: 0, bytes: smaller.size })
      const sending = { key, signal, onProgress: (done: number) => change(key, { done }) }
      const fault = await current.current.take(asFile(file, smaller), sending)
      if (fault) fail(fault)
      else drop(key)
    } catch (error) {
      if (!signal.aborted) throw error
    }
  }

  function start(photo: PhotoOnItsWay) {
    const stop = new AbortController()
    stops.current.set(photo.key, stop)
    last.current = last.current.then(() => bring(photo, stop.signal))
  }

  return {
    photos,
    isBusy: photos.some(({ state }) => state !== "failed"),
    add(files: readonly File[]) {
      const added = files.map(waiting)
      setPhotos((all) => [...all, ...added])
      added.forEach(start)
    },
    again(photo: PhotoOnItsWay) {
      change(photo.key, { state: "waiting", fault: "" })
      start(photo)
    },
    /** Aborts the photo's work and removes it. */
    stop(key: string) {
      stops.current.get(key)?.abort()
      drop(key)
    },
    clear() {
      for (const stop of stops.current.values()) stop.abort()
      setPhotos([])
    },
  }
}

export type PhotoQueue = ReturnType<typeof usePhotoQueue>

const waiting = (file: File): PhotoOnItsWay => ({
  key: newKey(),
  file,
  state: "waiting",
  done: 0,
  bytes: file.size,
  fault: "",
})

const asFile = (photo: File, smaller: Blob) =>
  smaller === photo
    ? photo
    : new File([smaller], photo.name.replace(/\.\w+$/, ".jpg"), { type: smaller.type })
