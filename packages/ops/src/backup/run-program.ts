import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { StartError } from "../../../../server/config/start-error.ts"

/** A system program: its name and arguments. */
export interface Program {
  command: string
  args: string[]
  env?: NodeJS.ProcessEnv
  /** An exit code other than 0 that is not a failure. */
  mayEndWith?: number
}

/** A program ended with an error; the message is the end of its error output. */
export class ProgramError extends StartError {}

/**
 * The output of a program, as a stream.
 * @throws ProgramError with the program's last words when it fails, after all that it had printed.
 */
export async function* outputOf(program: Program): AsyncGenerator<Uint8Array> {
  const child = spawn(program.command, program.args, { env: program.env, stdio: ["ignore", "pipe", "pipe"] })
  const ended = endOf(child, program)
  yield* child.stdout
  await ended
}

/**
 * Pipes the input into a program, and returns its output.
 * @throws whatever the input throws; ProgramError with the program's last words when it fails.
 */
export async function feed(input: AsyncIterable<Uint8Array>, program: Program): Promise<string> {
  const child = spawn(program.command, program.args, { env: program.env, stdio: ["pipe", "pipe", "pipe"] })
  let printed = ""
  child.stdout.setEncoding("utf8").on("data", (text: string) => (printed += text))
  const [given, ended] = await Promise.allSettled([
    pipeline(Readable.from(input), child.stdin),
    endOf(child, program),
  ])
  // A program that has read enough, or has failed, closes its input; then its exit code decides.
  if (given.status === "rejected" && !isNoReader(given.reason)) throw given.reason
  if (ended.status === "rejected") throw ended.reason
  return printed
}

async function endOf(child: ChildProcess, { command, mayEndWith = 0 }: Program): Promise<void> {
  let said = ""
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (said = (said + text).slice(-4_000)))
  const [code] = (await once(child, "close").catch((error: Error) => {
    throw new StartError(`The program ${command} could not be started: ${error.message}.`)
  })) as [number | null]
  if (code !== 0 && code !== mayEndWith)
    throw new ProgramError(lastWords(said) || `${command} ended with ${code}.`)
}

/** The error message itself, without the hints and the failed statement that may follow it. */
function lastWords(said: string): string | undefined {
  const lines = said.trim().split("\n")
  return lines.findLast((line) => line.includes("error: ")) ?? lines.at(-1)
}

function isNoReader(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined
  return code === "EPIPE" || code === "ERR_STREAM_PREMATURE_CLOSE"
}
