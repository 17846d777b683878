import { html } from "hono/html"

type Html = ReturnType<typeof html>

const STYLE = `
:root { color-scheme: light dark; font: 1.05rem/1.5 system-ui, sans-serif }
body { margin: 0 auto; padding: 1.5rem 1rem 3rem; max-width: 30rem }
.notice { border: 2px dashed #b45309; border-radius: .5rem; padding: .6rem .8rem; font-weight: 600 }
.error { border-left: .3rem solid #b91c1c; padding: .4rem .8rem; font-weight: 600 }
form { display: grid; gap: 1rem; margin: 1rem 0 }
label { display: grid; gap: .25rem }
input, button { font: inherit; padding: .6rem .7rem; min-height: 2.75rem; box-sizing: border-box; width: 100%; border-radius: .375rem; border: 1px solid #777 }
button { background: #14532d; color: #fff; border: 0; font-weight: 600; cursor: pointer }
button.plain { background: transparent; color: inherit; border: 1px solid currentColor }
.choice { display: flex; align-items: center; gap: .6rem; min-height: 2.75rem } .choice input { width: auto; min-height: 0 }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem }
ul { list-style: none; padding: 0 } li { display: flex; justify-content: space-between; gap: 1rem }
li.total { border-top: 1px solid; font-weight: 700 }
`

/** A page of the sandbox. It works without JavaScript and says that it is a test. */
export function page(title: string, body: Html) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <style>${STYLE}</style>
      </head>
      <body>
        <main>
          <p class="notice">Test card form – no real money</p>
          ${body}
        </main>
      </body>
    </html>`
}
