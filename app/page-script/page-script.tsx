import { deferredStart, pageScript } from "virtual:page-script"
import { PAINTED, ZOD_CONFIG } from "#app/page-protocol/globals.ts"

/**
 * Requests our own script once the page is painted and idle, so that it takes no bandwidth or CPU from the visible
 * page. Where nothing is painted (a background tab) or the browser does not report it, a second after `load`. React
 * waits for the same paint (app/hydration/deferred-start.ts). A failed request is not an error, because the page works
 * without the script. zod's setting is here, before any schema: zod would try `new Function`, which our policy rejects
 * and the browser then reports.
 */
export function PageScript({ nonce }: { nonce: string | undefined }) {
  // An error page has no nonce, without which the policy blocks inline scripts.
  if (!nonce) return <script type="module" src={pageScript} />
  return <InlineScript nonce={nonce} text={START} />
}

/** The script that starts React when it is time; must come before React's own scripts. */
export function DeferredStart({ nonce }: { nonce: string | undefined }) {
  return <InlineScript nonce={nonce} text={deferredStart} />
}

const RELOAD = `{const again=()=>location.reload();addEventListener("online",again);document.getElementById("again").onclick=again}`

/** For the offline page: reloads it when the network is back, or when the button is pressed. */
export function ReloadWhenOnline({ nonce }: { nonce: string | undefined }) {
  return nonce ? <InlineScript nonce={nonce} text={RELOAD} /> : null
}

function InlineScript({ nonce, text }: { nonce: string | undefined; text: string }) {
  return (
    <script
      nonce={nonce}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own script, and a constant
      dangerouslySetInnerHTML={{ __html: text }}
    />
  )
}

/** In some browsers the first paint is the awning alone, so this waits for the first words or images. */
const FIRST_PAINT = `new Promise(r=>{new PerformanceObserver(l=>l.getEntriesByName("first-contentful-paint")[0]&&r()).observe({type:"paint",buffered:true});addEventListener("load",()=>setTimeout(r,1e3))})`

const START = `${ZOD_CONFIG}={jitless:true};(${PAINTED}=${FIRST_PAINT}).then(()=>(window.requestIdleCallback||setTimeout)(()=>import("${pageScript}").catch(()=>{}),{timeout:1e3}))`
