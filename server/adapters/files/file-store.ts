/** Files that all processes of an installation share, on a disk or in a bucket. Keys are paths with `/`. */
export interface FileStore {
  /** The file's content; undefined if it does not exist. */
  read(key: string): Promise<Uint8Array | undefined>
  /** Writes the whole file or nothing, and replaces an existing one. */
  write(key: string, bytes: Uint8Array): Promise<void>
  /** The files of a folder and of its subfolders. */
  list(folder: string): Promise<StoredFile[]>
  /** Does nothing if the file does not exist. */
  remove(key: string): Promise<void>
  removeFolder(folder: string): Promise<void>
  /** Whether an error of `write` is temporary, so that a retry in a minute may help. */
  isPassing(error: unknown): boolean
}

export type StoredFile = { readonly key: string; readonly writtenAt: Date }
