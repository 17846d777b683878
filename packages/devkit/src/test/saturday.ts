import { runProgram } from "./run-program.ts"

/** npm run saturday: see tests/saturday/run.ts. */
await runProgram("saturday")
