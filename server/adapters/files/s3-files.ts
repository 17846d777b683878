import { SpanKind } from "@opentelemetry/api"
import pTimeout, { TimeoutError } from "p-timeout"
import { withSpan } from "#core/spans.ts"
import { CircuitBreaker, ProviderError } from "../resilience.ts"
import type { FileStore, StoredFile } from "./file-store.ts"

export type Bucket = {
  readonly bucket: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** Set for S3-compatible stores other than Amazon S3. */
  readonly endpoint?: string | undefined
  readonly region?: string | undefined
}

export type S3Patience = { timeoutMs?: number; failures?: number; openMs?: number }

const PROVIDER = "S3"
const TIMEOUT_MS = 10_000

/**
 * Files under a folder of a bucket, on Amazon S3 or a compatible store, through Bun's own client. The bucket can be
 * private: we read with our key and serve the files ourselves.
 *
 * @throws ProviderError when the store fails or sends an unexpected response; transient if a retry may help
 */
export function s3Files(bucket: Bucket, folder: string, patience: S3Patience = {}): FileStore {
  const { timeoutMs = TIMEOUT_MS, failures = 5, openMs = 10_000 } = patience
  const client = new Bun.S3Client({ ...bucket, region: bucket.region ?? "us-east-1" })
  const breaker = new CircuitBreaker({ provider: PROVIDER, failures, openMs })
  const at = (key: string) => `${folder}/${key}`

  const call = <T>(operation: () => Promise<T>): Promise<T> =>
    withSpan(PROVIDER, { kind: SpanKind.CLIENT }, () =>
      breaker.run(() =>
        pTimeout(operation(), { milliseconds: timeoutMs }).catch((error: unknown) =>
          Promise.reject(failure(error)),
        ),
      ),
    )

  async function list(inside: string): Promise<StoredFile[]> {
    const found: StoredFile[] = []
    let continuationToken: string | undefined
    do {
      const page = await call(() =>
        client.list({ prefix: `${at(inside)}/`, ...(continuationToken ? { continuationToken } : {}) }),
      )
      for (const { key, lastModified } of page.contents ?? [])
        found.push({ key: key.slice(folder.length + 1), writtenAt: new Date(lastModified ?? 0) })
      continuationToken = page.isTruncated ? page.nextContinuationToken : undefined
    } while (continuationToken)
    return found
  }

  const remove = (key: string) => call(() => client.delete(at(key)))

  return {
    read: (key) =>
      call(() =>
        client
          .file(at(key))
          .bytes()
          .catch((error: unknown) => {
            if (codeOf(error) === "NoSuchKey") return undefined
            throw error
          }),
      ),
    async write(key, bytes) {
      await call(() => client.write(at(key), bytes))
    },
    list,
    remove,
    async removeFolder(inside) {
      for (const { key } of await list(inside)) await remove(key)
    },
    isPassing: (error) =>
      error instanceof ProviderError && (error.isTransient || error.reason === "circuit open"),
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error ? String(error.code) : ""

/** Errors that a retry does not fix: a wrong key, or a bucket that does not exist or is not ours. */
const REJECTED = [
  "AccessDenied",
  "AllAccessDisabled",
  "InvalidAccessKeyId",
  "InvalidBucketName",
  "NoSuchBucket",
  "SignatureDoesNotMatch",
]

/** Reports the store's error code only: its message may contain addresses. */
function failure(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error
  if (error instanceof TimeoutError) return new ProviderError(PROVIDER, "timed out", true)
  const code = codeOf(error)
  if (REJECTED.includes(code)) return new ProviderError(PROVIDER, `answered ${code}`, false)
  return new ProviderError(PROVIDER, code ? `failed with ${code}` : "cannot be reached", true)
}
