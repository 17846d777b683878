import { newClientAddress } from "./client-address.ts"
import { type Entry, formEntries, HtmlPage, type Upload } from "./html-page.ts"
import type { Site } from "./server.ts"
import { type Person, sessionCookies } from "./sessions.ts"

const BROWSER =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36"

/**
 * A visitor whose browser runs no JavaScript, over HTTP alone: `const page = await (await visitor(server,
 * customer.actor)).open("/shopping-cart")`. Signed in when a person is given.
 */
export async function visitor(site: Pick<Site, "url" | "database">, person?: Person): Promise<Visitor> {
  const cookies = person ? await sessionCookies(site, person) : []
  return new Visitor(site.url, new Map(cookies.map(({ name, value }) => [name, value])))
}

/** Opens pages, sends forms, and follows redirects, with its own cookies and client address. */
export class Visitor {
  readonly #address = newClientAddress()

  constructor(
    readonly origin: string,
    readonly cookies = new Map<string, string>(),
  ) {}

  open(path: string, from = "/"): Promise<HtmlPage> {
    return this.#request(new URL(path, new URL(from, this.origin)), {})
  }

  /** Posts these fields as a form would, from any page; `headers` are for requests that none of our pages sends. */
  post(
    path: string,
    fields: Record<string, string | Upload>,
    headers: Record<string, string> = {},
  ): Promise<HtmlPage> {
    const entries = Object.entries(fields).map(([name, value]) => [name, entryOf(value)] as const)
    const body = bodyOf(
      entries,
      entries.some(([, value]) => value instanceof File),
    )
    return this.#request(new URL(path, this.origin), { method: "POST", body, headers })
  }

  /** Sends a form of a page with some fields changed. */
  send(
    page: HtmlPage,
    form: HTMLFormElement,
    changes: readonly (readonly [Element | string, Entry])[],
    submitter?: HTMLButtonElement,
  ): Promise<HtmlPage> {
    const entries = formEntries(form, changes, submitter)
    const attribute = (name: string) => submitter?.getAttribute(`form${name}`) ?? form.getAttribute(name)
    const url = new URL(attribute("action") || page.path, new URL(page.path, this.origin))
    if (attribute("method")?.toLowerCase() !== "post") {
      url.search = new URLSearchParams(entries as [string, string][]).toString()
      return this.#request(url, {})
    }
    const body = bodyOf(entries, attribute("enctype") === "multipart/form-data")
    return this.#request(url, { method: "POST", body })
  }

  async #request(url: URL, init: RequestInit): Promise<HtmlPage> {
    const headers = new Headers({
      accept: "text/html",
      "user-agent": BROWSER,
      "x-forwarded-for": this.#address,
      cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
      ...(init.method === "POST" ? { origin: this.origin } : {}),
      ...(init.headers as Record<string, string>),
    })
    const response = await fetch(url, { ...init, headers, redirect: "manual" })
    this.#keepCookies(response)
    const location = response.headers.get("location")
    // Browsers simply request a GET page again on Back, but for a form they warn that it will be sent again.
    const isPage = response.headers.get("content-type")?.startsWith("text/html")
    if (init.method === "POST" && response.status === 200 && isPage)
      throw new Error(`${url.pathname} answers a form with a page: it has to redirect.`)
    if (!location)
      return new HtmlPage(
        this,
        response.status,
        url.pathname + url.search,
        await response.text(),
        response.headers,
      )
    await response.body?.cancel()
    // As in browsers: a 307 repeats the request, any other redirect becomes a GET.
    return this.#request(new URL(location, url), response.status === 307 ? init : {})
  }

  #keepCookies(response: Response): void {
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (value === "" || /max-age=0/i.test(cookie)) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
  }
}

const entryOf = (value: string | Upload) =>
  typeof value === "string" ? value : new File([value.buffer as never], value.name, { type: value.mimeType })

function bodyOf(entries: readonly (readonly [string, string | File])[], isMultipart: boolean) {
  const body = isMultipart ? new FormData() : new URLSearchParams()
  for (const [name, value] of entries) (body as FormData).append(name, value)
  return body
}
