import type { Queued } from "./step-queue.ts"

const STORE = "steps"

export type NewStep<Step extends Queued> = Step extends unknown ? Omit<Step, "key"> : never

/**
 * Stores tapped steps, with their photos, on this device until the server has them, so that closing the tab loses none.
 */
export interface StepStore<Step extends Queued> {
  list(): Promise<Step[]>
  add(step: NewStep<Step>): Promise<void>
  remove(keys: readonly number[]): Promise<void>
}

/**
 * Opens the IndexedDB store of this browser and person. What it cannot store goes to memory: in a private window,
 * Safari's stores no photo.
 */
export async function openStepStore<Step extends Queued>(
  queue: string,
  personId: string,
): Promise<StepStore<Step>> {
  try {
    return withFallback(storeOn<Step>(await open(`${queue}-${personId}`)), memoryStore())
  } catch {
    return memoryStore()
  }
}

/** Once `first` fails to store a step, all later steps go to `second`, which preserves their order. */
export function withFallback<Step extends Queued>(
  first: StepStore<Step>,
  second: StepStore<Step>,
): StepStore<Step> {
  let current = first
  return {
    list: async () => [...(await first.list()), ...(await second.list())],
    async add(step) {
      if (current === second) return second.add(step)
      try {
        await first.add(step)
      } catch {
        current = second
        await second.add(step)
      }
    },
    async remove(keys) {
      await Promise.all([first.remove(keys), second.remove(keys)])
    },
  }
}

function open(name: string): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1)
  request.onupgradeneeded = () =>
    request.result.createObjectStore(STORE, { keyPath: "key", autoIncrement: true })
  return settled(request)
}

function storeOn<Step extends Queued>(database: IDBDatabase): StepStore<Step> {
  const store = (mode: IDBTransactionMode) => database.transaction(STORE, mode).objectStore(STORE)
  return {
    list: () => settled(store("readonly").getAll() as IDBRequest<Step[]>),
    async add(step) {
      const steps = store("readwrite")
      steps.add(step)
      await committed(steps.transaction)
    },
    async remove(keys) {
      const steps = store("readwrite")
      for (const key of keys) steps.delete(key)
      await committed(steps.transaction)
    },
  }
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error("IndexedDB failed"))
  })
}

/**
 * Resolves on commit: the transaction can fail even if its requests succeed, for example when the disk has no room for
 * a photo.
 */
function committed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error ?? new Error("IndexedDB failed"))
  })
}

/** A store in memory. Its keys start at the current time in milliseconds, above any that IndexedDB reaches. */
export function memoryStore<Step extends Queued>(): StepStore<Step> {
  let steps: Step[] = []
  let key = Date.now()
  return {
    list: async () => [...steps],
    async add(step) {
      key += 1
      steps.push({ ...step, key } as Step)
    },
    async remove(keys) {
      steps = steps.filter((step) => !keys.includes(step.key))
    },
  }
}
