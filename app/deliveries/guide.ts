import pTimeout from "p-timeout"

/** The spoken steps start 2 s apart. */
const SPACING_MS = 2_000
const VOICES_WITHIN_MS = 1_500

const UNSUPPORTED = "This browser can't speak. Read the steps instead."
const NO_VOICE = "This device can't read directions aloud. Read the steps instead."
const FAILED = "The voice stopped. Read the steps, or start it again."

export type GuideState = { speaking: boolean; step: number | null; problem: string }

/**
 * Speaks the steps one at a time, after a tap. The steps are also on the screen as text. The timing does not depend on
 * the end of an utterance, which not every browser reports.
 */
export class Guide {
  #timers: ReturnType<typeof setTimeout>[] = []
  #steps: readonly string[] = []
  #step: number | null = null
  readonly #tell: (state: GuideState) => void

  constructor(tell: (state: GuideState) => void) {
    this.#tell = tell
  }

  async start(steps: readonly string[]): Promise<void> {
    this.stop()
    if (!("speechSynthesis" in globalThis)) return this.#say(false, UNSUPPORTED)
    if (!(await hasVoice())) return this.#say(false, NO_VOICE)
    this.#steps = steps
    this.#timers = steps.map((_, index) => setTimeout(() => this.#speak(index), index * SPACING_MS))
    this.#timers.push(setTimeout(() => this.#say(false), steps.length * SPACING_MS))
    this.#say(true)
  }

  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers = []
    if ("speechSynthesis" in globalThis) speechSynthesis.cancel()
    this.#say(false)
  }

  repeat(): void {
    if (this.#step !== null) this.#speak(this.#step)
  }

  #speak(index: number): void {
    const text = this.#steps[index]
    if (text === undefined) return
    this.#step = index
    const utterance = new SpeechSynthesisUtterance(text)
    utterance.lang = "en-US"
    utterance.onerror = ({ error }) => {
      // Calling `cancel` is also reported as an error.
      if (error === "interrupted" || error === "canceled") return
      this.stop()
      this.#say(false, FAILED)
    }
    speechSynthesis.speak(utterance)
    this.#say(this.#timers.length > 0)
  }

  #say(speaking: boolean, problem = ""): void {
    this.#tell({ speaking, step: this.#step, problem })
  }
}

/** Browsers load their voices late and then fire `voiceschanged`. */
async function hasVoice(): Promise<boolean> {
  if (speechSynthesis.getVoices().length > 0) return true
  const loaded = new Promise<void>((resolve) =>
    speechSynthesis.addEventListener?.("voiceschanged", () => resolve(), { once: true }),
  )
  await pTimeout(loaded, { milliseconds: VOICES_WITHIN_MS, message: false })
  return speechSynthesis.getVoices().length > 0
}
