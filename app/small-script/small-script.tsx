import { smallScript } from "virtual:small-script"

/**
 * Our own script is asked for once the page is painted, so that it takes neither line nor processor from what is seen;
 * where nothing is painted (a tab in the background) or nobody tells, a second after `load`. One that does not come is no
 * error: the page works without. React's toasts wait for it
 * (app/ui/toast.ts). zod's setting stands here, before any schema: it would try `new Function`, which our policy refuses
 * and the browser then reports.
 */
export function SmallScript({ nonce }: { nonce: string | undefined }) {
  // The page of a fault has no nonce, without which the policy lets nothing inline run.
  if (!nonce) return <script type="module" src={smallScript} />
  return (
    <script
      nonce={nonce}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own script, and a constant
      dangerouslySetInnerHTML={{ __html: START }}
    />
  )
}

declare global {
  interface Window {
    __small?: () => Promise<unknown>
  }
}

const START = `__zod_globalConfig={jitless:true};__small=()=>import("${smallScript}").catch(()=>{});new PerformanceObserver(__small).observe({type:"paint",buffered:true});addEventListener("load",()=>setTimeout(__small,1e3))`
