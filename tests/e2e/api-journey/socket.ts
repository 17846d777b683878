const RECONNECT_MS = 1_000

/**
 * One of the API's two sockets, as a client of one's own would hold it open: every list is whole, so the last one
 * counts.
 */
export class ListSocket<Item> {
  readonly #url: string
  readonly #cookies: () => string
  readonly #say: string | undefined
  #socket: WebSocket
  #items: Item[] | null = null
  #isClosed = false
  readonly #waiting = new Set<() => void>()

  /** `say` is sent on open: the notifications socket wants the session's own email. */
  constructor(url: string, cookies: () => string, say?: string) {
    this.#url = url.replace(/^http/, "ws")
    this.#cookies = cookies
    this.#say = say
    this.#socket = this.#open()
  }

  /** The first item that is as wanted, in the list that is here or one that comes within `withinMs`. */
  async until(what: string, wanted: (item: Item) => boolean, withinMs = 60_000): Promise<Item> {
    const deadline = Date.now() + withinMs
    for (;;) {
      const found = this.#items?.find(wanted)
      if (found) return found
      const left = deadline - Date.now()
      if (left <= 0) throw new Error(`Waited in vain: ${what}`)
      await new Promise<void>((go) => {
        const timer = setTimeout(go, left)
        this.#waiting.add(() => {
          clearTimeout(timer)
          go()
        })
      })
    }
  }

  close() {
    this.#isClosed = true
    this.#socket.close()
  }

  #open(): WebSocket {
    // A browser sends its cookies along by itself; Bun and Node's `ws` take them as a header.
    const socket = new WebSocket(this.#url, { headers: { Cookie: this.#cookies() } } as never)
    socket.addEventListener("open", () => {
      if (this.#say) socket.send(this.#say)
    })
    socket.addEventListener("message", ({ data }) => {
      // The greeting is a text, every list is JSON.
      if (!String(data).startsWith("[")) return
      this.#items = JSON.parse(String(data)) as Item[]
      for (const go of this.#waiting) go()
      this.#waiting.clear()
    })
    // Cut off, it comes back: the first list after that has all that was missed.
    socket.addEventListener("close", () => {
      setTimeout(() => {
        if (!this.#isClosed) this.#socket = this.#open()
      }, RECONNECT_MS)
    })
    return socket
  }
}
