import { type PointerEvent, useRef, useState } from "react"

type Drag = { id: string; order: string[] }

/**
 * Things of a list dragged by a handle, with finger or mouse. `order` is how they stand meanwhile, for CSS: the page
 * itself stays as it is until one is dropped, since the browser would lose the finger with an element that moves.
 */
export function useDrag(ids: readonly string[], onDrop: (order: string[]) => void) {
  const [shown, show] = useState<Drag | null>(null)
  // A finger that is quick lifts before React has drawn where it was last.
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
      // What is under the finger is where React has drawn it, which may be a move ago.
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
