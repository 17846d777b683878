import type { QueuedStep } from "./queued-steps.ts"

const DATABASE = "pushcart-deliveries"
const STORE = "steps"

export type NewStep = Omit<QueuedStep, "key">

/** Where tapped steps wait, photo and all, until the server has them: on the phone, so that a closed tab loses none. */
export interface StepStore {
  list(): Promise<QueuedStep[]>
  add(step: NewStep): Promise<void>
  remove(keys: readonly number[]): Promise<void>
}

/** IndexedDB of this browser and person; in memory where the browser refuses it (private windows). */
export async function openStepStore(personId: string): Promise<StepStore> {
  try {
    return storeOn(await open(`${DATABASE}-${personId}`))
  } catch {
    return memoryStore()
  }
}

function open(name: string): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1)
  request.onupgradeneeded = () =>
    request.result.createObjectStore(STORE, { keyPath: "key", autoIncrement: true })
  return settled(request)
}

function storeOn(database: IDBDatabase): StepStore {
  const store = (mode: IDBTransactionMode) => database.transaction(STORE, mode).objectStore(STORE)
  return {
    list: () => settled(store("readonly").getAll() as IDBRequest<QueuedStep[]>),
    async add(step) {
      await settled(store("readwrite").add(step))
    },
    async remove(keys) {
      const steps = store("readwrite")
      await Promise.all(keys.map((key) => settled(steps.delete(key))))
    },
  }
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error("IndexedDB failed"))
  })
}

function memoryStore(): StepStore {
  let steps: QueuedStep[] = []
  let key = 0
  return {
    list: async () => [...steps],
    async add(step) {
      key += 1
      steps.push({ ...step, key })
    },
    async remove(keys) {
      steps = steps.filter((step) => !keys.includes(step.key))
    },
  }
}
