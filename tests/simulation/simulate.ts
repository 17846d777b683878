import pTimeout from "p-timeout"
import { SPANS } from "./actions/background.ts"
import { ACTIONS } from "./actions/index.ts"
import { type Dice, diceOf, pickByWeight } from "./dice.ts"
import { finish } from "./finish.ts"
import { Journal } from "./journal.ts"
import { open } from "./opening.ts"
import { AFTER_EACH_STEP, ALWAYS, AT_THE_END } from "./rules/index.ts"
import type { Rule } from "./rules/rule.ts"
import { lifeOf } from "./site/life.ts"
import { openSite } from "./site/site.ts"
import { type Action, Town } from "./town.ts"
import { Violation } from "./violation.ts"

export type Settings = {
  readonly seed: number
  readonly steps: number
  /** URL of a PostgreSQL server's own database. */
  readonly postgres: string
  readonly isConcurrent: boolean
  readonly show?: ((line: string) => void) | undefined
}

export type Report = {
  /** Number of steps that were taken. */
  readonly steps: number
  readonly journal: readonly string[]
  /** Digest of the journal. It is the same for the same seed. */
  readonly digest: string
  readonly failure: Failure | null
}

export type Failure = { readonly step: number; readonly message: string }

const CHECK_EVERY = 250
const AT_ONCE = 16
const STEPS_OF_A_TURN = 20
/** A step that takes longer is considered to hang. */
const PATIENCE_MS = 30_000
const TROUBLES = 0.03
const DEATHS = 0.04
const MOST_MOMENTS = 30
/** How many times a step looks for an action that is possible. */
const TRIES = 10

const BESIDE_OTHERS = ACTIONS.filter(({ alone }) => !alone)

/** Runs one seed from the opening until no work is left, and checks the rules. */
export async function simulate(settings: Settings): Promise<Report> {
  const journal = new Journal(settings.show)
  const game = await openGame(settings, journal)
  let failure: Failure | null = null
  try {
    await game.play()
  } catch (error) {
    const isViolation = error instanceof Violation
    failure = { step: game.at(), message: isViolation ? error.message : `Unexpected: ${stackOf(error)}` }
    journal.write(`${failure.step} FAILURE: ${isViolation ? error.message : "unexpected"}`)
  } finally {
    await game.close()
  }
  return { steps: game.at(), journal: journal.lines, digest: journal.digest(), failure }
}

async function openGame({ seed, steps, postgres, isConcurrent }: Settings, journal: Journal) {
  let outside: Dice = diceOf(seed, 0, "outside")
  const connections = isConcurrent ? AT_ONCE : 1
  const site = await openSite({ postgres, connections, dice: () => outside })
  const town = new Town(site, isConcurrent)
  let at = 0

  /** Runs an action that is possible now. */
  async function act(number: number, actions: readonly Action[], life: () => Promise<void>): Promise<string> {
    const dice = diceOf(seed, number)
    for (let left = TRIES; left > 0; left -= 1) {
      const action = pickByWeight(dice, actions)
      const told = await inTime(action, Promise.race([action.run(town, dice), life().then(() => DIED)]))
      if (told !== null) return `${number} ${action.name}: ${told}`
    }
    return `${number} nothing to do`
  }

  /** Runs one step. The process that runs it may die. */
  async function step(number: number): Promise<void> {
    const fate = diceOf(seed, number, "fate")
    outside = diceOf(seed, number, "outside")
    await site.advance(fate.between(1, 20))
    const life = lifeOf(fate.chance(DEATHS) ? fate.between(1, MOST_MOMENTS) : undefined)
    site.life = life
    journal.write(await act(number, ACTIONS, () => life.end))
    if (!life.isOver) return
    await site.bury()
    await town.learnAfterDeath()
  }

  /** The clock jumps only between turns, because no request takes hours. */
  async function inTurnsOfMany(to: number): Promise<void> {
    while (at < to) {
      await together(Math.min(to, at + STEPS_OF_A_TURN))
      await check(AFTER_EACH_STEP, town)
      await site.advance(pickByWeight(diceOf(seed, at, "clock"), SPANS).seconds)
    }
  }

  /**
   * Runs several steps at a time; each lane takes the next number. After a failure, each lane finishes its current
   * step.
   */
  async function together(to: number): Promise<void> {
    const forEver = new Promise<void>(() => {})
    let hasFailed = false
    const lane = async () => {
      while (at < to && !hasFailed) {
        at += 1
        const begun = Math.round(performance.now())
        const told = await act(at, BESIDE_OTHERS, () => forEver)
        journal.write(`${told} [${begun} to ${Math.round(performance.now())}]`)
      }
    }
    const failing = () =>
      lane().catch((error: unknown) => {
        hasFailed = true
        throw error
      })
    const ends = await Promise.allSettled(Array.from({ length: AT_ONCE }, failing))
    const failed = ends.find((end) => end.status === "rejected")
    if (failed) throw failed.reason
  }

  async function oneByOne(to: number): Promise<void> {
    while (at < to) {
      at += 1
      await step(at)
      await check(AFTER_EACH_STEP, town)
    }
  }

  return {
    at: () => at,
    close: () => site.close(),
    async play(): Promise<void> {
      await open(town, diceOf(seed, 0))
      site.setTroubles(TROUBLES)
      while (at < steps) {
        const to = Math.min(steps, at + CHECK_EVERY)
        await (isConcurrent ? inTurnsOfMany(to) : oneByOne(to))
        await town.noticeDeletions()
        await check(ALWAYS, town)
      }
      // From now on no process dies: the last step may have left a life with few moments.
      site.life = lifeOf()
      await finish(town)
      await town.noticeDeletions()
      await check(AT_THE_END, town)
    },
  }
}

const DIED = "died in the middle"

async function check(rules: readonly Rule[], town: Town): Promise<void> {
  for (const rule of rules) {
    const faults = await rule(town)
    if (faults.length > 0) throw new Violation(faults.slice(0, 5).join("\n"))
  }
}

async function inTime<T>(action: Action, work: Promise<T>): Promise<T> {
  return pTimeout(work, {
    milliseconds: PATIENCE_MS,
    message: new Violation(`${action.name} does not end.`),
  })
}

function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return `${error.stack}${error.cause ? `\ncaused by ${stackOf(error.cause)}` : ""}`
}
