import { Hono } from "hono"
import { html, raw } from "hono/html"
import { type ReadEmail, readMailbox } from "#server/adapters/mail/read-mailbox.ts"
import { adminsOnly } from "#server/http/admins-only.ts"
import type { HttpEnv } from "#server/http/http-env.ts"

const PATHS = ["/dev/mailbox", "/dev/mailbox.json"]

type MailboxOptions = { directory: string; title: string; readers: "everybody" | "admins" }

/** Shows people and scripts every email that was "sent" without a mail server. */
export function mailbox({ directory, title, readers }: MailboxOptions): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  app.use("/dev/*", async (c, next) => {
    await next()
    c.header("Cache-Control", "no-store")
  })
  if (readers === "admins") for (const path of PATHS) app.use(path, adminsOnly)
  app.get("/dev/mailbox.json", async (c) => {
    const messages = await readMailbox(directory, { to: c.req.query("to") })
    return c.json(messages.map(({ to, subject, text, links }) => ({ to, subject, text, links })))
  })
  app.get("/dev/mailbox", async (c) => {
    const to = c.req.query("to")
    const messages = await readMailbox(directory, { to })
    return c.html(page({ title, messages, to, nonce: c.get("nonce") }))
  })
  return app
}

type Page = { title: string; messages: ReadEmail[]; to: string | undefined; nonce: string }

function page({ title, messages, to, nonce }: Page) {
  const addresses = [...new Set(messages.map((message) => message.to))].sort()
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Pushcart</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style nonce="${nonce}">${raw(STYLE)}</style>
</head>
<body>
<div class="awning"></div>
<main>
<h1>${title}</h1>
<p class="soft">Nothing leaves this machine: what Pushcart would have mailed stands here, newest first. <a href="/dev/mailbox.json${to ? `?to=${encodeURIComponent(to)}` : ""}">As JSON</a> · <a href="/Welcome">Back to Pushcart</a></p>
<form>
<label for="to">Emails to</label>
<input id="to" name="to" type="email" list="addresses" value="${to ?? ""}" placeholder="everyone" autocomplete="off">
<datalist id="addresses">${addresses.map((address) => html`<option value="${address}"></option>`)}</datalist>
<button>Show</button>${to ? html` <a href="/dev/mailbox">Everyone</a>` : ""}
</form>
${messages.length === 0 ? html`<p class="card empty">No emails yet. Register somebody, or place an order.</p>` : ""}
${messages.map(card)}
</main>
</body>
</html>`
}

function card(message: ReadEmail, index: number) {
  return html`<details class="card" name="email" ${index === 0 ? raw("open") : ""}>
<summary><strong>${message.subject}</strong><span class="soft">${message.to}</span><time datetime="${message.sentAt.toISOString()}">${message.sentAt.toISOString().slice(0, 16).replace("T", " ")} UTC</time></summary>
<div class="text">${withLinks(message.text)}</div>
</details>`
}

/** The text with its URLs as links; `html` escapes everything else. */
function withLinks(text: string) {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, index) => (index % 2 ? html`<a href="${part}">${part}</a>` : html`${part}`))
}

const STYLE = `
:root{color-scheme:light dark;--paper:light-dark(#f9f5ec,#111712);--card:light-dark(#fffdf9,#1a221c);--ink:light-dark(#14241a,#eeece2);--soft:light-dark(#4d5f52,#a9b3a4);--line:light-dark(#e1dccf,#334037);--leaf:light-dark(#14532b,#8fd6a0)}
*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.55 system-ui,sans-serif}
.awning{height:36px;background:repeating-linear-gradient(90deg,var(--leaf) 0 36px,var(--card) 36px 72px);mask:radial-gradient(circle at 50% 0,#000 18px,transparent 18.5px) 0 18px/36px 18px repeat-x,linear-gradient(#000 0 0) 0 0/100% 18px no-repeat}
main{max-width:46rem;margin:0 auto;padding:1.5rem 1rem 4rem}h1{letter-spacing:-.02em;margin:.5rem 0}a{color:var(--leaf)}.soft{color:var(--soft)}
form{display:flex;flex-wrap:wrap;gap:.6rem;align-items:center;margin:1rem 0}input{flex:1 1 14rem;min-height:44px;padding:0 .9rem;border:1px solid var(--soft);border-radius:10px;background:var(--card);color:inherit;font:inherit}
button{min-height:44px;padding:0 1.4rem;border:0;border-radius:999px;background:var(--leaf);color:var(--card);font:600 1rem/1 inherit;font-family:inherit;cursor:pointer}
.card{background:var(--card);border:1px solid var(--line);border-radius:14px;margin:.8rem 0;box-shadow:0 1px 3px rgb(0 0 0/.06)}.empty{padding:1.2rem}
summary{display:flex;flex-wrap:wrap;gap:.2rem 1rem;padding:.9rem 1.1rem;cursor:pointer;list-style:none}summary strong{flex:1 1 100%}summary time{margin-left:auto;color:var(--soft);font-variant-numeric:tabular-nums}
.text{padding:.9rem 1.1rem 1.2rem;border-top:1px dashed var(--line);white-space:pre-wrap;overflow-wrap:anywhere}
:focus-visible{outline:3px solid light-dark(#c8402b,#f0806c);outline-offset:2px}`
