import { runProgram } from "./run-program.ts"

/** npm run odd-rows -- PATH [--rows 100]: see tests/odd-rows/run.ts. */
await runProgram("odd-rows")
