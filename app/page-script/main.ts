/**
 * Our own script on every page, React or not (≤ 3 kB compressed): badges, toasts, menus, modal dialogs, page titles
 * read out, the web font, the live room, the service worker, errors told to the server, a page again whose React was
 * lost or that comes back from the cache. What it shares with React is named in app/page-protocol.
 */
import { bodyData, htmlFlags } from "#app/page-protocol/attributes.ts"
import { isPoorNetwork } from "../hydration/poor-network.ts"
import { whenIdle } from "../hydration/when-idle.ts"
import { announcePages } from "./announce.ts"
import { watchBadges } from "./badges.ts"
import { makeModal } from "./dialogs.ts"
import { keepFont, keepSheet } from "./kept-files.ts"
import { watchMenus } from "./menus.ts"
import { stayOffline } from "./offline.ts"
import { renewWhenLost } from "./renew.ts"
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
renewWhenLost()
stayOffline()

const { role } = bodyData()

/** What is asked for when all is quiet, one idle moment each. */
const wishes = [
  keepSheet,
  startServiceWorker,
  () => {
    if (!isPoorNetwork()) keepFont()
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
