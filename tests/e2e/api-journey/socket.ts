const RECONNECT_MS = 1_000

/** A client for either of the API's two sockets. Every message is the complete list, so only the latest one counts. */
export class ListSocket<Item> {
  readonly #url: string
  readonly #cookies: () => string
  readonly #say: string | undefined
  #socket: WebSocket
  #items: Item[] | null = null
  #isClosed = false
  readonly #waiting = new Set<() => void>()

  /** `say` is sent on open: the notifications socket expects the session's own email. */
  constructor(url: string, cookies: () => string, say?: string) {
    this.#url = url.replace(/^http/, "ws")
    this.#cookies = cookies
    this.#say = say
    this.#socket = this.#open()
  }

  /** The first item that matches, in the current list or in one that arrives within `withinMs`. */
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
    // A browser sends its cookies by itself; Bun and Node's `ws` take them as a header.
    const socket = new WebSocket(this.#url, { headers: { Cookie: this.#cookies() } } as never)
    socket.addEventListener("open", () => {
      if (this.#say) socket.send(this.#say)
    })
    socket.addEventListener("message", ({ data }) => {
      // The greeting is plain text; every list is JSON.
      if (!String(data).startsWith("[")) return
      this.#items = JSON.parse(String(data)) as Item[]
      for (const go of this.#waiting) go()
      this.#waiting.clear()
    })
    // Reconnects: the first list after that includes everything that was missed.
    socket.addEventListener("close", () => {
      setTimeout(() => {
        if (!this.#isClosed) this.#socket = this.#open()
      }, RECONNECT_MS)
    })
    return socket
  }
}
