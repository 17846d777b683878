import type { Publication } from "../core/ports/rooms.ts"

export const RING_SIZE = 200
/** More than the ring: a publisher that retries late must still meet the id of its first try. */
const IDS_KEPT = 1_000

/** Numbers a room's messages, keeps the last ones for those who missed them, and knows the ids it has seen. */
export class MessageLog {
  readonly epoch = crypto.randomUUID().slice(0, 8)
  #seq = 0
  #frames: string[] = []
  #seqById = new Map<string, number>()
  #lastAt: number | null = null

  get seq(): number {
    return this.#seq
  }

  /** Milliseconds since the newest message; null before the first. */
  get age(): number | null {
    return this.#lastAt === null ? null : Date.now() - this.#lastAt
  }

  /** The frame to send to everyone, or null for an id that was sent before. */
  append({ id, type, data }: Publication): { seq: number; frame: string | null } {
    const known = this.#seqById.get(id)
    if (known !== undefined) return { seq: known, frame: null }
    const seq = ++this.#seq
    const frame = JSON.stringify({ epoch: this.epoch, seq, type, data })
    this.#frames.push(frame)
    if (this.#frames.length > RING_SIZE) this.#frames.shift()
    this.#seqById.set(id, seq)
    if (this.#seqById.size > IDS_KEPT) this.#forgetOldestId()
    this.#lastAt = Date.now()
    return { seq, frame }
  }

  /** The frames after a cursor `epoch:seq`, or "resync" when this log cannot know what was missed. */
  since(cursor: string): string[] | "resync" {
    const [epoch, seqText] = cursor.split(":")
    const seq = Number(seqText)
    const missed = this.#seq - seq
    if (epoch !== this.epoch || !Number.isInteger(seq) || missed < 0 || missed > this.#frames.length)
      return "resync"
    return missed === 0 ? [] : this.#frames.slice(-missed)
  }

  #forgetOldestId() {
    const oldest = this.#seqById.keys().next().value
    if (oldest !== undefined) this.#seqById.delete(oldest)
  }
}
