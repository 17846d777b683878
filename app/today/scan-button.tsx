import { useEffect, useRef, useState } from "react"
import { useNavigate } from "react-router"
import { Button } from "#app/ui/button.tsx"
import { Icon } from "#app/ui/icon.tsx"
import { todayAddress } from "./today-address.ts"

type Detector = { detect(video: HTMLVideoElement): Promise<{ rawValue: string }[]> }
type Detectors = { BarcodeDetector?: new (options: { formats: string[] }) => Detector }

const LOOK_EVERY_MS = 200
const MOST_TEXT = 40

const detectorHere = () => (globalThis as Detectors).BarcodeDetector

/** Finds an order by the QR code of its label, in browsers that can read one. Everywhere, its number can be typed. */
export function ScanButton() {
  const navigate = useNavigate()
  const [canScan, setCanScan] = useState(false)
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => setCanScan(detectorHere() !== undefined && "mediaDevices" in navigator), [])
  if (!canScan) return null
  const find = (text: string) => {
    setIsOpen(false)
    void navigate(todayAddress({ search: text.slice(0, MOST_TEXT) }))
  }
  return (
    <>
      <Button type="button" small kind="plain" onClick={() => setIsOpen(true)}>
        <Icon name="scan" width="18" height="18" />
        <span>Scan</span>
      </Button>
      {isOpen && <ScanDialog onFound={find} onClose={() => setIsOpen(false)} />}
    </>
  )
}

type DialogProps = { onFound: (text: string) => void; onClose: () => void }

function ScanDialog({ onFound, onClose }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const video = useRef<HTMLVideoElement>(null)
  const hasCamera = useScan(video, onFound)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby="scan" onClose={onClose}>
      <h2 id="scan">Scan a label</h2>
      <div className="stack">
        {hasCamera ? (
          <>
            <p>Hold the camera over the QR code of a bag's label.</p>
            <video ref={video} className="scan-video" muted playsInline aria-label="The camera's picture" />
          </>
        ) : (
          <p role="alert">We couldn't use the camera. Type the order's number in the search instead.</p>
        )}
        <Button type="button" kind="plain" onClick={() => dialog.current?.close()}>
          Close
        </Button>
      </div>
    </dialog>
  )
}

/** Reads QR codes from the camera until one is found or the dialog closes; false if there is no camera to use. */
function useScan(video: { current: HTMLVideoElement | null }, onFound: (text: string) => void): boolean {
  const [hasCamera, setHasCamera] = useState(true)
  const found = useRef(onFound)
  found.current = onFound
  useEffect(() => {
    const over = new AbortController()
    scan(video, over.signal).then(
      (text) => text && found.current(text),
      () => setHasCamera(false),
    )
    return () => over.abort()
  }, [video])
  return hasCamera
}

async function scan(
  video: { current: HTMLVideoElement | null },
  signal: AbortSignal,
): Promise<string | null> {
  const Detector = detectorHere()
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } })
  try {
    if (!Detector || !video.current) return null
    const detector = new Detector({ formats: ["qr_code"] })
    video.current.srcObject = stream
    // Until it plays, the detector finds nothing.
    void video.current.play().catch(() => {})
    while (!signal.aborted && video.current) {
      const [code] = await detector.detect(video.current).catch(() => [])
      if (code?.rawValue) return signal.aborted ? null : code.rawValue
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
    }
    return null
  } finally {
    for (const track of stream.getTracks()) track.stop()
  }
}
