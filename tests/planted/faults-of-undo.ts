import type { PlantedFault } from "./planted-fault.ts"

/** A step is undone that is final, or its effects stay. */
export const UNDO: PlantedFault[] = [
  {
    title: "a step is undone after ten seconds",
    file: "core/orders/undo-step.server.ts",
    find: "now().getTime() - at.getTime() <= UNDO_MS",
    replace: "now().getTime() - at.getTime() <= UNDO_MS + 1",
    test: {
      file: "core/orders/undo-step.server.test.ts",
      name: "is rejected with the reason once it is late, followed, done, or somebody else's",
    },
  },
  {
    title: "a seller undoes a step that another person made",
    file: "core/orders/undo-step.server.ts",
    find: "step.actorRole !== ctx.actor.role || step.actorId !== ctx.actor.userId) throw",
    replace: "step.actorRole !== ctx.actor.role) throw",
    test: {
      file: "core/orders/undo-step.server.test.ts",
      name: "is rejected with the reason once it is late, followed, done, or somebody else's",
    },
  },
  {
    title: "the emails of a step are sent although it was undone",
    file: "core/orders/undo-step.server.ts",
    find: "  if (withdrawn === 0) throw cannotUndo(TOO_LATE)\n",
    replace: "",
    test: {
      file: "core/orders/undo-step.server.test.ts",
      name: "loses to the relay that releases the step's jobs as the ten seconds end",
    },
  },
  {
    title: "a pickup order is marked with the code although another one was entered",
    file: "core/orders/hand-over.server.ts",
    find: "if (code && !isCodeOf(confirmation, code))",
    replace: "if (code === confirmation && !isCodeOf(confirmation, code))",
    test: {
      file: "core/orders/undo-step.server.test.ts",
      name: "records whether the customer showed the code, in any spelling, and rejects another code",
    },
  },
]
