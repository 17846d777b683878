import { deferredStart, pageScript } from "virtual:page-script"
import { PAINTED, ZOD_CONFIG } from "#app/page-protocol/globals.ts"

/**
 * Our own script is requested once the page is painted and idle, so that it takes neither line nor processor from what
 * is seen; where nothing is painted (a tab in the background) or nobody tells, a second after `load`. React waits for
 * the same paint (app/hydration/deferred-start.ts). One that does not come is no error: the page works without. zod's
 * setting stands here, before any schema: it would try `new Function`, which our policy rejects and the browser then
 * reports.
 */
export function PageScript({ nonce }: { nonce: string | undefined }) {
  // The page of a fault has no nonce, without which the policy lets nothing inline run.
  if (!nonce) return <script type="module" src={pageScript} />
  return <InlineScript nonce={nonce} text={START} />
}

/** What starts React when it is time; stands before React's own scripts. */
export function DeferredStart({ nonce }: { nonce: string | undefined }) {
  return <InlineScript nonce={nonce} text={deferredStart} />
}

const RELOAD = `{const again=()=>location.reload();addEventListener("online",again);document.getElementById("again").onclick=again}`

/** Of the page that stands in for one without a network: it asks again when the network is back, or the button is pressed. */
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

/** The first paint is the awning's, on some browsers, so it is the first of words or images that is waited for. */
const FIRST_PAINT = `new Promise(r=>{new PerformanceObserver(l=>l.getEntriesByName("first-contentful-paint")[0]&&r()).observe({type:"paint",buffered:true});addEventListener("load",()=>setTimeout(r,1e3))})`

const START = `${ZOD_CONFIG}={jitless:true};(${PAINTED}=${FIRST_PAINT}).then(()=>(window.requestIdleCallback||setTimeout)(()=>import("${pageScript}").catch(()=>{}),{timeout:1e3}))`
