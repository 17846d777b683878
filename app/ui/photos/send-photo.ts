import { IDEMPOTENCY_FIELD } from "#app/forms/idempotency-field.ts"

/** The response of a route that takes one photo: 422 with a message if it rejects the photo. */
export type PhotoAnswer = { message?: string }

/** Where a photo is sent: a route of ours that takes it as `image`, together with these fields. */
export type PhotoTarget = { url: string; fields?: Readonly<Record<string, string>> }

export type Sending = {
  /** The photo's idempotency key: a photo sent again after a lost response is added once. */
  key: string
  signal: AbortSignal
  onProgress: (done: number) => void
}

const NOT_SENT = "We couldn't upload the photo. Check your connection and try again."

/**
 * Sends one photo. Returns null, or the error message. Uses XMLHttpRequest, since `fetch` reports no upload progress.
 * Throws when it is aborted.
 */
export function sendPhoto(target: PhotoTarget, photo: File, sending: Sending): Promise<string | null> {
  const form = new FormData()
  for (const [name, value] of Object.entries(target.fields ?? {})) form.set(name, value)
  form.set(IDEMPOTENCY_FIELD, sending.key)
  form.set("image", photo)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open("POST", target.url)
    request.responseType = "json"
    request.upload.onprogress = ({ loaded, total }) => sending.onProgress(total ? loaded / total : 0)
    request.onload = () => resolve(faultIn(request))
    request.onerror = () => resolve(NOT_SENT)
    request.onabort = () => reject(sending.signal.reason)
    sending.signal.addEventListener("abort", () => request.abort())
    request.send(form)
  })
}

/** Someone who was signed out in the meantime gets a page, which is not a valid response. */
function faultIn({ status, response }: XMLHttpRequest): string | null {
  const answer = response as PhotoAnswer | null
  if (status === 200 && answer) return null
  return answer?.message ?? NOT_SENT
}
