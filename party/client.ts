import ReconnectingWebSocket from "partysocket/ws"
import { TICKET_EXPIRED, TOO_MANY_SOCKETS } from "./close-codes.ts"
import { PAGE_AGE, RESYNC } from "./resync.ts"

const PING_EVERY_MS = 20_000
const PONG_WITHIN_MS = 5_000
const TICKET_WITHIN_MS = 8_000
/** Shorter gaps (a renewed ticket, a changed network) are not shown on the screen. */
const PAUSED_AFTER_MS = 3_000
/** Timers stop while a laptop sleeps: after a silence this long the page counts as outdated. */
const ASLEEP_AFTER_MS = 45_000
const LONGEST_RESYNC_DELAY_MS = 5_000

export type RoomStatus = "live" | "paused"
export type RoomEvent = { type: string; data: unknown }

export type JoinOptions = {
  party: string
  /** By default the person's own room: the ticket names it. */
  room?: string
  onMessage(event: RoomEvent): void
  /** Messages were missed before the first connection, or may have been missed between two: reload the page's data. */
  onResync(): void
  /** "paused": live updates are down, and the page shows changes only when it is reloaded. */
  onStatus?(status: RoomStatus): void
  /** Returns `{ticket, expiresAt, room, host?}`, or 401 or 403 when signed out; the client then leaves the room. */
  ticketUrl?: string
  /** The origin of the rooms when the ticket names no host; by default the page's own. */
  origin?: string
  /**
   * How long to wait after a reconnect before a resync. Random, so that the pages of a restarted room do not all reload
   * at the same time.
   */
  resyncDelayMs?(): number
  /** When the page's data was read, in milliseconds since 1970; by default when the page was opened. */
  readAt?: number
  /** How long to wait without a message before pinging the room. */
  pingEveryMs?: number
  /** How long to wait for the pong before reconnecting. */
  pongWithinMs?: number
}

/**
 * Stays connected to a room until closed: fresh ticket per connection, resync after missed messages, heartbeat,
 * reconnect after sleep.
 */
export function joinRoom(options: JoinOptions): { close(): void } {
  const visit = new Visit(options)
  return { close: () => visit.leave() }
}

class Visit {
  readonly #options: JoinOptions
  #socket: ReconnectingWebSocket | null
  #wasOpen = false
  #hasSlept = false
  readonly #readAt: number
  #status: RoomStatus | null = null
  #heardAt = Date.now()
  #pingTimer: ReturnType<typeof setTimeout> | undefined
  #pauseTimer: ReturnType<typeof setTimeout> | undefined
  #resyncTimer: ReturnType<typeof setTimeout> | undefined
  readonly #onWake = () => this.#wake()

  constructor(options: JoinOptions) {
    this.#options = options
    this.#readAt = options.readAt ?? performance.timeOrigin
    this.#socket = this.#open()
    for (const [target, type] of wakeUps()) target.addEventListener(type, this.#onWake)
  }

  leave() {
    for (const [target, type] of wakeUps()) target.removeEventListener(type, this.#onWake)
    clearTimeout(this.#resyncTimer)
    this.#drop()
  }

  #open(): ReconnectingWebSocket {
    // A socket that was dropped while it waited to reconnect requests no ticket.
    const url = async () => (socket === this.#socket ? this.#connectUrl() : "")
    const socket = new ReconnectingWebSocket(url, null, {
      // partysocket has no jitter: a thousand clients of a restarted room would reconnect at the same instant.
      minReconnectionDelay: 200 + Math.random() * 1_800,
      maxReconnectionDelay: 15_000,
      reconnectionDelayGrowFactor: 1.6,
      maxEnqueuedMessages: 0,
    })
    const ifCurrent =
      <E>(handle: (event: E) => void) =>
      (event: E) => {
        if (socket === this.#socket) handle(event)
      }
    socket.addEventListener(
      "open",
      ifCurrent(() => this.#opened()),
    )
    socket.addEventListener(
      "message",
      ifCurrent(({ data }: MessageEvent) => this.#receive(data as string)),
    )
    socket.addEventListener(
      "error",
      ifCurrent(() => this.#lost()),
    )
    socket.addEventListener(
      "close",
      ifCurrent(({ code }: { code: number }) => this.#lost(code)),
    )
    return socket
  }

  /** partysocket's own reconnect() waits for its back-off, up to 15 s: a new socket connects immediately. */
  #reopen() {
    this.#drop()
    this.#socket = this.#open()
  }

  #drop() {
    clearTimeout(this.#pingTimer)
    clearTimeout(this.#pauseTimer)
    this.#pauseTimer = undefined
    const socket = this.#socket
    this.#socket = null
    socket?.close()
  }

  async #connectUrl(): Promise<string> {
    const { party, room, ticketUrl = "/api/v1/rooms/ticket", origin } = this.#options
    const query = new URLSearchParams(room ? { party, room } : { party })
    const answer = await fetch(`${ticketUrl}?${query}`, {
      signal: AbortSignal.timeout(TICKET_WITHIN_MS),
    })
    if (answer.status === 401 || answer.status === 403) {
      this.leave()
      this.#say("paused")
      return ""
    }
    if (!answer.ok) throw new Error(`no ticket: ${answer.status}`)
    const entry = (await answer.json()) as { ticket: string; room?: string; host?: string }
    const url = new URL(`/parties/${party}/${entry.room ?? room}`, baseUrl(entry.host ?? origin))
    url.searchParams.set("ticket", entry.ticket)
    if (!this.#wasOpen) url.searchParams.set(PAGE_AGE, String(Math.ceil(Date.now() - this.#readAt)))
    return url.toString()
  }

  #opened() {
    this.#heard()
    this.#say("live")
    // The computer woke up from sleep, which doesn't happen to all clients at once, so this resync needs no random
    // delay.
    if (this.#hasSlept) this.#options.onResync()
    else if (this.#wasOpen) this.#resyncSoon()
    this.#hasSlept = false
    this.#wasOpen = true
  }

  #resyncSoon() {
    const { onResync, resyncDelayMs = () => Math.random() * LONGEST_RESYNC_DELAY_MS } = this.#options
    this.#resyncTimer ??= setTimeout(() => {
      this.#resyncTimer = undefined
      onResync()
    }, resyncDelayMs())
  }

  #receive(data: string) {
    this.#heard()
    if (data === "pong") return
    const event = JSON.parse(data) as RoomEvent
    if (event.type === RESYNC) this.#options.onResync()
    else this.#options.onMessage(event)
  }

  #heard() {
    this.#heardAt = Date.now()
    const { pingEveryMs = PING_EVERY_MS, pongWithinMs = PONG_WITHIN_MS } = this.#options
    clearTimeout(this.#pingTimer)
    this.#pingTimer = setTimeout(() => this.#ping(pongWithinMs), pingEveryMs)
  }

  #ping(withinMs: number) {
    clearTimeout(this.#pingTimer)
    this.#socket?.send("ping")
    this.#pingTimer = setTimeout(() => this.#reopen(), withinMs)
  }

  #lost(code?: number) {
    clearTimeout(this.#pingTimer)
    if (code === TICKET_EXPIRED) this.#reopen()
    // Reconnecting immediately would close another tab's socket, which would reconnect in turn, forever.
    if (code === TOO_MANY_SOCKETS) this.#drop()
    this.#pauseTimer ??= setTimeout(() => this.#say("paused"), PAUSED_AFTER_MS)
  }

  #wake() {
    if (document.visibilityState === "hidden") return
    if (Date.now() - this.#heardAt > ASLEEP_AFTER_MS) {
      // The resync waits until the room is open, because right after waking up there is often no network yet.
      this.#hasSlept = true
      this.#reopen()
    } else if (this.#socket?.readyState === WebSocket.OPEN) this.#ping(1_000)
    else if (this.#status !== null) this.#reopen()
  }

  #say(next: RoomStatus) {
    clearTimeout(this.#pauseTimer)
    this.#pauseTimer = undefined
    if (this.#status !== next) this.#options.onStatus?.(next)
    this.#status = next
  }
}

/**
 * Events after which to reconnect: a phone is back on the network, a tab is visible again, a page is restored from the
 * back-forward cache.
 */
function wakeUps(): [EventTarget, string][] {
  return [
    [window, "online"],
    [window, "pageshow"],
    [document, "visibilitychange"],
  ]
}

function baseUrl(host = location.origin): string {
  return (host.includes("://") ? host : `https://${host}`).replace(/^http/, "ws")
}
