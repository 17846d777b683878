import type { PlantedFault } from "./planted-fault.ts"

/** Scheduled jobs run too early, not at all, or after they were withdrawn. */
export const DUE_JOBS: PlantedFault[] = [
  {
    title: "jobs that are due later are queued at once",
    file: "core/outbox/emit.server.ts",
    find: "queuedAt: hasJobs ? dueAt : now,",
    replace: "queuedAt: hasJobs ? null : now,",
    test: {
      file: "core/outbox/due-events.server.test.ts",
      name: "wait for their time, while the live messages of the same event go at once",
    },
  },
  {
    title: "withdrawn jobs run when their time comes",
    file: "core/outbox/due-events.server.ts",
    find: "set queued_at = now(), due_at = null, withdrawn_at = now()",
    replace: "set withdrawn_at = now()",
    test: {
      file: "core/outbox/due-events.server.test.ts",
      name: "are never queued, and those of other subjects and other events are",
    },
  },
  {
    title: "a withdrawal withdraws what a relay is just releasing",
    file: "core/outbox/due-events.server.ts",
    find: "order by id for no key update\n",
    replace: "order by id\n",
    test: {
      file: "core/outbox/due-events.server.test.ts",
      name: "are withdrawn or released, never both, when a relay comes at that moment",
    },
  },
  {
    title: "the purge deletes jobs that became due while no relay ran",
    file: "core/outbox/emit.server.ts",
    find: ", sql`queued_at is distinct from due_at`",
    replace: "",
    test: {
      file: "core/privacy/purge-old-rows.server.test.ts",
      name: "forgets each thing after its own time, and not a day before",
    },
  },
  {
    title: "jobs that are due later count as late before their time",
    file: "core/operations/read-backlog.server.ts",
    find: "and(waitsForItsTime, lte(outbox.dueAt, ctx.now()))",
    replace: "waitsForItsTime",
    test: {
      file: "core/outbox/due-events.server.test.ts",
      name: "do not count as late before their time, and from then on count by it",
    },
  },
  {
    title: "every step of an order queues a push message",
    file: "core/outbox/events.ts",
    find: '"push-order-step": (e) => hasStepPush(e.status, e.carriage),',
    replace: '"push-order-step": always,',
    test: {
      file: "core/outbox/events.test.ts",
      name: "a push message is queued for the steps of an order that have one, and for no other",
    },
  },
]
