import type { Processor, Queue, QueueOptions, Worker, WorkerOptions } from "bullmq"

/** BullMQ over Redis or over PostgreSQL: the same queues and workers either way. */
export interface QueueBackend {
  readonly kind: "redis" | "postgres"
  /**
   * Opens a queue to add to. Adding fails soon while the backend is down; the outbox keeps the jobs it could not add.
   */
  queue(name: string, options?: Omit<QueueOptions, "connection">): Promise<Queue>
  /** Opens a worker, which starts immediately, and waits while Redis or PostgreSQL is down. */
  worker(name: string, processor: Processor, options: Omit<WorkerOptions, "connection">): Promise<Worker>
  /** Closes the connections; call it after queues and workers have been closed. */
  close(): Promise<void>
}
