import { useEffect, useLayoutEffect } from "react"
import {
  data,
  Links,
  type LinksFunction,
  type LoaderFunctionArgs,
  Meta,
  type MetaFunction,
  Outlet,
  Scripts,
  ScrollRestoration,
  useMatches,
  useRouteLoaderData,
} from "react-router"
import type { Elements } from "#app/ui/elements.ts"
import { cookieIn } from "#core/cookies.ts"
import {
  ANONYMOUS,
  googleMapsContext,
  layoutDataContext,
  NO_LAYOUT_DATA,
  nonceContext,
  serviceWorkerContext,
  sessionContext,
} from "./context.ts"
import fontUrl from "./fonts/bricolage-grotesque.woff2?url"
import { FORGET_FORM, keptForm } from "./forms/kept-form.ts"
import { showAnswerToast } from "./hydration/answer-toast.ts"
import { stopRemembering } from "./hydration/before-hydration.ts"
import { outlastLostNetwork } from "./hydration/lost-network.ts"
import { useRestored } from "./hydration/use-restored.ts"
import { useUnsent } from "./hydration/use-unsent.ts"
import { appleIconOf, manifestOf } from "./install/apps.ts"
import { NewOrders } from "./orders/new-orders.tsx"
import { FONT_COOKIE } from "./page-cookies.ts"
import { pageHandle } from "./page-handle.ts"
import { bodyAttributes, htmlAttributes, htmlFlags } from "./page-protocol/attributes.ts"
import { HYDRATED, send } from "./page-protocol/events.ts"
import { DeferredStart, PageScript } from "./page-script/page-script.tsx"
import { WaitingSteps } from "./step-queue/waiting-steps.tsx"
import { TermsNotice } from "./terms/terms-notice.tsx"
import { wordsOfError } from "./ui/error-page.tsx"
import { CLEAR_FLASH, isPrefetch, readFlash } from "./ui/flash.ts"
import { Footer } from "./ui/footer.tsx"
import { NavBar } from "./ui/nav/nav-bar.tsx"
import { SellerNav } from "./ui/nav/seller-nav.tsx"
import { hasSheet, Sheet } from "./ui/sheet.tsx"
import { SiteMarkStrip, useSiteMark } from "./ui/site-mark.tsx"
import { Toaster } from "./ui/toaster.tsx"

export { ErrorPage as ErrorBoundary } from "./ui/error-page.tsx"

export const links: LinksFunction = () => [{ rel: "icon", href: "/favicon.svg", type: "image/svg+xml" }]

export const meta: MetaFunction = ({ error }) => [
  {
    title: error
      ? `${wordsOfError(error).title} — Pushcart`
      : "Pushcart — your local markets, a zip code away",
  },
  {
    name: "description",
    content: "Find local markets by zip code, shop their stalls, pick your order up or have it delivered.",
  },
]

export async function loader({ request, url, context }: LoaderFunctionArgs) {
  const toasts = readFlash(request)
  const { actor, ...person } = context.get(sessionContext)
  const kept = actor && !isPrefetch(request) ? keptForm(request) : null
  const typed = kept?.path === url.pathname + url.search ? kept.fields : null
  const page = {
    ...person,
    ...(await context.get(layoutDataContext)()),
    role: actor?.role ?? null,
    // Names the store of queued steps on this device, which couriers and sellers have.
    personId: actor?.role === "deliverer" || actor?.role === "seller" ? actor.userId : null,
    toasts,
    typed,
    googleMaps: context.get(googleMapsContext),
    hasServiceWorker: context.get(serviceWorkerContext),
    nonce: context.get(nonceContext),
    hasFont: cookieIn(request.headers, FONT_COOKIE) === "1",
    hasSheet: hasSheet(request),
    saveData: request.headers.get("Save-Data") === "on",
  }
  const used = [...(toasts.length > 0 ? [CLEAR_FLASH] : []), ...(typed ? [FORGET_FORM] : [])]
  const headers = used.map((cookie): [string, string] => ["Set-Cookie", cookie])
  return data(page, used.length > 0 ? { headers } : undefined)
}

export const clientMiddleware = [outlastLostNetwork, showAnswerToast]

const NOBODY = {
  ...ANONYMOUS,
  ...NO_LAYOUT_DATA,
  role: null,
  personId: null,
  toasts: [],
  typed: null,
  googleMaps: null,
  hasServiceWorker: false,
  nonce: "",
  hasFont: false,
  hasSheet: false,
  saveData: false,
}

/** The document. It also wraps error pages, for which the loader's data may be missing. */
export function Layout({ children }: { children: Elements }) {
  const loaded = useRouteLoaderData<typeof loader>("root")
  const page = loaded ?? NOBODY
  const wanted = pageHandle(useMatches())
  const layout = wanted.layout
  // Without the loader's data there is no nonce, and nothing to hydrate with.
  const hydrate = loaded ? wanted.hydrate : "none"
  const nonce = page.nonce || undefined
  const mark = useSiteMark()
  return (
    <html
      lang="en-US"
      {...htmlAttributes({ font: page.hasFont ? "" : undefined, mark: mark?.word })}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content="#faf6ec" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#0f1711" media="(prefers-color-scheme: dark)" />
        <Meta />
        <link rel="manifest" href={manifestOf(page.role)} />
        <link rel="apple-touch-icon" href={appleIconOf(page.role)} />
        <Sheet isKnown={page.hasSheet} nonce={nonce} />
        {/* No nonce: 'self' covers style sheets, and React on the client would not know it. */}
        <Links nonce="" />
        {page.hasFont && <link rel="preload" as="font" type="font/woff2" href={fontUrl} crossOrigin="" />}
        <PageScript nonce={nonce} />
      </head>
      <body
        {...bodyAttributes({
          role: page.role ?? undefined,
          font: fontUrl,
          serviceWorker: page.hasServiceWorker ? "" : undefined,
        })}
      >
        {mark && <SiteMarkStrip mark={mark} />}
        <a className="skip" href="#main">
          Skip to the content
        </a>
        <div className="awning" />
        <NavBar {...page} />
        {page.role === "seller" && <SellerNav />}
        <main id="main" tabIndex={-1} className={layout}>
          {page.role === "seller" && <NewOrders orders={page.newOrders} />}
          <WaitingSteps role={page.role} personId={page.personId} />
          {page.terms && layout === "page" && <TermsNotice terms={page.terms} />}
          {children}
        </main>
        {layout === "page" && <Footer />}
        <Toaster toasts={page.toasts} />
        {hydrate !== "none" && (
          <>
            {hydrate === "deferred" && <DeferredStart nonce={nonce} />}
            <ScrollRestoration nonce={nonce} />
            <Scripts nonce={nonce} />
            <Hydrated />
          </>
        )}
      </body>
    </html>
  )
}

/** Tells entry.client, after the first commit, that React has hydrated the page. */
function Hydrated() {
  useUnsent()
  useRestored()
  useLayoutEffect(stopRemembering, [])
  useEffect(() => {
    htmlFlags().hydrated = ""
    send(HYDRATED)
  }, [])
  return null
}

export default function App() {
  return <Outlet />
}
