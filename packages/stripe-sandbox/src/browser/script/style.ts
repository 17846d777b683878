const STYLE = `
.sandbox-card { display: grid; gap: .75rem; grid-template-columns: 1fr 1fr; border: 2px dashed #b45309;
  border-radius: .5rem; padding: .75rem; margin: 0; font: inherit; min-width: 0 }
.sandbox-card legend { padding: 0 .4rem; font-weight: 600; color: inherit }
.sandbox-card label { display: grid; gap: .25rem; min-width: 0 }
.sandbox-card .sandbox-wide { grid-column: 1 / -1 }
.sandbox-card input { font: inherit; color: inherit; background: transparent; border: 1px solid currentColor;
  border-radius: .375rem; padding: .5rem .6rem; width: 100%; min-width: 0; box-sizing: border-box; min-height: 2.75rem }
.sandbox-card input[aria-invalid="true"] { border-color: #b91c1c; border-width: 2px }
.sandbox-card p { margin: 0 }
.sandbox-card [role="alert"]:empty { display: none }
.sandbox-challenge { margin: auto; max-width: 26rem; padding: 1.25rem; border: 2px dashed #b45309; border-radius: .5rem }
.sandbox-challenge button { font: inherit; padding: .6rem 1rem; margin: .75rem .5rem 0 0; min-height: 2.75rem;
  border: 1px solid currentColor; border-radius: .375rem; cursor: pointer }
`

let added = false

/** Uses a constructed style sheet, because the page's content security policy rejects style elements. */
export function addStyle(): void {
  if (added) return
  added = true
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(STYLE)
  document.adoptedStyleSheets.push(sheet)
}
