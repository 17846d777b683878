import { KEPT_SECONDS, pageCookie, SOUND_COOKIE, setPageCookie } from "#app/page-cookies.ts"

/** The number of the last order that this device sounded for; null if the sound is off here. */
export function lastHeard(): number | null {
  const heard = pageCookie(SOUND_COOKIE)
  return heard === undefined ? null : Number(heard)
}

/** Remembers it for this device; null turns the sound off. */
export const rememberHeard = (number: number | null): void =>
  setPageCookie(SOUND_COOKIE, String(number ?? ""), number === null ? 0 : KEPT_SECONDS)

let audio: AudioContext | undefined

/**
 * Plays two short tones. Returns false if the browser allows no sound before a tap on this page, or has none.
 */
export async function playNewOrder(): Promise<boolean> {
  if (typeof AudioContext === "undefined") return false
  audio ??= new AudioContext()
  // Without a tap, `resume` may stay pending forever.
  void audio.resume().catch(() => {})
  if (!(await isRunning(audio))) return false
  for (const [hertz, after] of TONES) tone(audio, hertz, audio.currentTime + after)
  return true
}

const TONES = [
  [660, 0],
  [880, 0.18],
] as const
const TONE_SECONDS = 0.16
const VOLUME = 0.3
const RESUME_MS = 300

function isRunning(context: AudioContext): Promise<boolean> {
  if (context.state === "running") return Promise.resolve(true)
  return new Promise((resolve) => {
    const settle = () => {
      context.removeEventListener("statechange", settle)
      resolve(context.state === "running")
    }
    context.addEventListener("statechange", settle)
    setTimeout(settle, RESUME_MS)
  })
}

function tone(context: AudioContext, hertz: number, at: number): void {
  const oscillator = context.createOscillator()
  const gain = context.createGain()
  oscillator.frequency.value = hertz
  gain.gain.setValueAtTime(VOLUME, at)
  gain.gain.exponentialRampToValueAtTime(0.001, at + TONE_SECONDS)
  oscillator.connect(gain).connect(context.destination)
  oscillator.start(at)
  oscillator.stop(at + TONE_SECONDS)
}
