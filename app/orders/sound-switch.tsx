import { useCallback, useEffect, useState } from "react"
import { Button } from "#app/ui/button.tsx"
import { lastHeard, playNewOrder, rememberHeard } from "./new-order-sound.ts"

/** "blocked": on for this device, but the browser plays nothing until a tap on this page. */
type Sound = "off" | "on" | "blocked"

/**
 * Turns the sound of new orders on or off, for this device, and plays it when a newer order arrives. The tap that turns
 * it on is the permission that browsers want. Needs JavaScript.
 */
export function SoundSwitch({ newest }: { newest: number }) {
  const [sound, setSound] = useState<Sound>("off")
  const play = useCallback(async (number: number) => {
    const played = await playNewOrder()
    if (played) rememberHeard(number)
    setSound(played ? "on" : "blocked")
  }, [])
  useEffect(() => {
    const heard = lastHeard()
    if (heard === null) return
    if (newest > heard) void play(newest)
    else setSound("on")
  }, [newest, play])
  const turnOn = () => {
    rememberHeard(0)
    void play(newest)
  }
  const turnOff = () => {
    rememberHeard(null)
    setSound("off")
  }
  return (
    <>
      <Button
        type="button"
        small
        kind="plain"
        className="js-only"
        onClick={sound === "on" ? turnOff : turnOn}
      >
        {sound === "on" ? "Turn off sound" : "Turn on sound"}
      </Button>
      {sound === "blocked" && <span className="soft">Your browser plays no sound until you tap here.</span>}
    </>
  )
}
