/** Files that all processes of an installation see: the disk that they share, or a bucket. Keys are paths with `/`. */
export interface FileStore {
  /** The file's content; undefined when there is none. */
  read(key: string): Promise<Uint8Array | undefined>
  /** Keeps a file whole or not at all, instead of any that is there. */
  write(key: string, bytes: Uint8Array): Promise<void>
  /** The files of a folder and of those in it. */
  list(folder: string): Promise<StoredFile[]>
  /** Without harm when there is none. */
  remove(key: string): Promise<void>
  removeFolder(folder: string): Promise<void>
  /** Whether an error of `write` passes by itself, so that trying again in a minute may help. */
  isPassing(error: unknown): boolean
}

export type StoredFile = { readonly key: string; readonly writtenAt: Date }
