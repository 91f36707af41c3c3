import { accentInk } from './colors.ts'
import { html, type Markup, trusted } from './html.ts'

type Page = { language: string; title: string; style: Markup; body: Markup }

/** A page of the server itself, without scripts, light or dark as the system. */
export const page = ({ language, title, style, body }: Page) => html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Tezgah</title>
<style>${baseStyle}${style}</style>
</head>
<body><main>
${body}
</main></body>
</html>
`

const baseStyle = trusted(`
:root { color-scheme: light dark; --page: #f8f9fa; --card: #fff; --over: #f1f3f5; --line: #dee2e6; --ink: #1c2024; --faint: #5c636a; --link: ${accentInk.light} }
@media (prefers-color-scheme: dark) {
  :root { --page: #141517; --card: #1f2226; --over: #282c31; --line: #33373d; --ink: #e8eaed; --faint: #a3a9b0; --link: ${accentInk.dark} }
}
* { box-sizing: border-box }
body { margin: 0; background: var(--page); color: var(--ink); overflow-wrap: anywhere }
body { font: 14px/20px system-ui, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif }
h1 { font-size: 22px; line-height: 28px }
a { color: var(--link) }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px }
.faint { color: var(--faint) }
`)
