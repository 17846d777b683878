import { lateLoader } from "virtual:small-script"
import { Children, cloneElement, isValidElement, type ReactElement, type ReactNode, useState } from "react"
import { Scripts, ScrollRestoration } from "react-router"
import type { Hydrate } from "../page-handle.ts"
import { INERT, INERT_MODULE } from "./late-state.ts"

type Props = { mode: Exclude<Hydrate, "never">; nonce: string | undefined }

/**
 * React Router's own scripts, put to sleep on late pages: all of them become inert, for only React reads what they say,
 * and the module preloads become an attribute of the loader. A `<template>` around `<Scripts/>` would not do: React
 * hoists preloads out of it.
 */
export function HydrationScripts({ mode, nonce }: Props) {
  // Called, not rendered: only so can its elements be edited. It stays the only child that may return null.
  const scripts = (Scripts as (props: { nonce?: string }) => ReactElement | null)({ nonce })
  if (mode === "eager" || !scripts) return scripts
  const preloads: string[] = []
  const asleep = edit(scripts, preloads)
  return (
    <>
      {asleep}
      <script
        nonce={nonce}
        suppressHydrationWarning
        data-preload={[...new Set(preloads)].join(" ")}
        data-wake={mode === "loaded" ? "load" : undefined}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: our own script, and a constant
        dangerouslySetInnerHTML={{ __html: lateLoader }}
      />
    </>
  )
}

/**
 * React Router keeps where a page was scrolled to. Its script, which restores that before React is there, opens the
 * session's storage for every page, and the first paint waits for it; late pages have a line of the late loader instead.
 */
export function ScrollKeeper({ mode, nonce }: Props) {
  const script = (ScrollRestoration as (props: { nonce?: string }) => ReactElement | null)({ nonce })
  // Of the page that was opened: a script that comes later would not run.
  const [isEager] = useState(mode === "eager")
  return isEager ? script : null
}

type Editable = { rel?: string; href?: string; type?: string; children?: ReactNode }

function edit(node: ReactNode, preloads: string[]): ReactNode {
  return Children.map(node, (child) => {
    if (!isValidElement<Editable>(child)) return child
    if (child.type === "link" && child.props.rel === "modulepreload") {
      if (child.props.href) preloads.push(child.props.href)
      return null
    }
    if (child.type === "script") {
      return child.props.type === "module"
        ? cloneElement(child, { type: INERT_MODULE, ...{ async: undefined } })
        : cloneElement(child, { type: INERT })
    }
    return cloneElement(child, undefined, edit(child.props.children, preloads))
  })
}
