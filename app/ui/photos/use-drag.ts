import { type PointerEvent, useRef, useState } from "react"

type Drag = { id: string; order: string[] }

/**
 * Drags the items of a list by a handle, with finger or mouse. `order` is the preview order, for CSS: the DOM stays
 * unchanged until the drop, since the browser would lose the finger with an element that moves.
 */
export function useDrag(ids: readonly string[], onDrop: (order: string[]) => void) {
  const [shown, show] = useState<Drag | null>(null)
  // A quick finger lifts before React has rendered its last position.
  const current = useRef<Drag | null>(null)
  const setDrag = (drag: Drag | null) => {
    current.current = drag
    show(drag)
  }
  const handle = (id: string) => ({
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return
      event.preventDefault()
      event.currentTarget.setPointerCapture(event.pointerId)
      setDrag({ id, order: [...ids] })
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const drag = current.current
      if (drag?.id !== id) return
      const over = idAt(event.clientX, event.clientY)
      // The element under the finger is where React last rendered it, which may be one move behind.
      const drawn = shown?.order ?? ids
      const to = over ? drawn.indexOf(over) : -1
      if (over === id || to < 0) return
      const rest = drawn.filter((one) => one !== id)
      setDrag({ id, order: [...rest.slice(0, to), id, ...rest.slice(to)] })
    },
    onPointerUp() {
      const drag = current.current
      if (drag && drag.order.join() !== ids.join()) onDrop(drag.order)
      setDrag(null)
    },
    onPointerCancel: () => setDrag(null),
  })
  return { handle, lifted: shown?.id, order: shown?.order }
}

const idAt = (x: number, y: number) =>
  document.elementFromPoint(x, y)?.closest<HTMLElement>("[data-photo]")?.dataset.photo
