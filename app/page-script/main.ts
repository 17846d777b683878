/**
 * Our own script on every page, React or not (≤ 3 kB compressed): badges, toasts, menus, modal dialogs, announced page
 * titles, the web font, the live room, the service worker, and error reports. It also reloads a page whose React failed
 * to load, and refreshes one from the back-forward cache. The names that it shares with React are in app/page-protocol.
 */
import { bodyData, htmlFlags } from "#app/page-protocol/attributes.ts"
import { isPoorNetwork } from "../hydration/poor-network.ts"
import { whenIdle } from "../hydration/when-idle.ts"
import { announcePages } from "./announce.ts"
import { watchBadges } from "./badges.ts"
import { cacheFont, cacheStyleSheet } from "./cached-files.ts"
import { makeModal } from "./dialogs.ts"
import { watchMenus } from "./menus.ts"
import { stayOffline } from "./offline.ts"
import { reloadWhenOnline } from "./reload-when-online.ts"
import { reportErrors } from "./report-errors.ts"
import { watchRestored } from "./restored.ts"
import { startServiceWorker } from "./service-worker.ts"
import { watchToasts } from "./toasts.ts"

reportErrors()
htmlFlags().small = ""
watchToasts()
watchBadges()
watchRestored()
watchMenus()
makeModal()
announcePages()
reloadWhenOnline()
stayOffline()

const { role } = bodyData()

/** Low-priority work, one idle moment each. */
const wishes = [
  cacheStyleSheet,
  startServiceWorker,
  () => {
    if (!isPoorNetwork()) cacheFont()
  },
  () => {
    if (role) import("./live.ts").then(({ openRoom }) => openRoom(role)).catch(() => {})
  },
]

function fulfil() {
  wishes.shift()?.()
  if (wishes.length > 0) whenIdle(fulfil)
}

if (document.readyState === "complete") whenIdle(fulfil)
else addEventListener("load", () => whenIdle(fulfil))
