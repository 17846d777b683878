import type { Processor, Queue, QueueOptions, Worker, WorkerOptions } from "bullmq"

/** BullMQ over Redis or over PostgreSQL: the same queues and workers either way. */
export interface QueueBackend {
  readonly kind: "redis" | "postgres"
  /** A queue to add to. Fails soon while the backend is down; the outbox keeps what it could not hand over. */
  queue(name: string, options?: Omit<QueueOptions, "connection">): Promise<Queue>
  /** A worker, which works at once, and waits where Redis is down or PostgreSQL went away. */
  worker(name: string, processor: Processor, options: Omit<WorkerOptions, "connection">): Promise<Worker>
  /** Closes the connections, after queues and workers have been closed. */
  close(): Promise<void>
}
