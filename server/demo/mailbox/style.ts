import { accent } from '#platform/html/colors.ts'
import { trusted } from '#platform/html/html.ts'

export const mailboxStyle = trusted(`
:root { --accent: ${accent}; --on-accent: #fff }
main { max-width: 840px; margin: 0 auto; padding: 32px 24px 64px }
h1 { margin: 0; font-weight: 600 }
h2 { margin: 0 0 8px; font-size: 14px; line-height: 20px; font-weight: 600 }
p { margin: 4px 0 0 }
a { direction: ltr; unicode-bidi: isolate }
:focus-visible { border-radius: 4px }
.to, .when { color: var(--faint) }
.visually-hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }

.head { display: flex; gap: 16px; align-items: start; justify-content: space-between; margin-bottom: 24px }
.actions { display: flex; gap: 8px; margin: 0; flex: none }
.button { display: inline-flex; align-items: center; min-height: 36px; padding: 0 16px; border: 1px solid var(--line); border-radius: 8px }
.button { background: var(--card); color: var(--ink); font-weight: 500; text-decoration: none }
.button:hover { background: var(--over) }
.primary, .primary:hover { border-color: var(--accent); background: var(--accent); color: var(--on-accent) }

.mails { margin: 0 0 16px; padding: 0; list-style: none; overflow: hidden }
.mails, pre { border: 1px solid var(--line); border-radius: 12px; background: var(--card) }
.mails li + li { border-top: 1px solid var(--line) }
.mails a { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 2px 24px; padding: 12px 16px }
.mails a { color: inherit; text-decoration: none }
.mails a:hover { background: var(--over) }
.mails a:focus-visible { outline-offset: -2px; border-radius: 12px }
.subject { font-weight: 600 }
.to { grid-row: 2 }
.when { grid-row: 1 / span 2; grid-column: 2; display: flex; flex-direction: column; gap: 2px; text-align: right }
time { font-variant-numeric: tabular-nums }
.empty { padding: 48px 24px; border: 1px dashed var(--line); border-radius: 12px; text-align: center }
.empty .button { margin-top: 16px }

nav { margin: -12px 0 4px }
nav a { display: inline-flex; align-items: center; min-height: 44px; text-decoration: none }
nav a:hover { text-decoration: underline }
dl { margin: 12px 0 24px }
dl div { display: grid; grid-template-columns: 72px minmax(0, 1fr); gap: 12px; padding: 2px 0 }
dt { color: var(--faint) }
dd { margin: 0 }
form { display: grid; gap: 8px; justify-items: start }
select, textarea { width: 100%; padding: 12px 16px; border: 1px solid var(--line); border-radius: 12px; background: var(--card); color: inherit; font: inherit; resize: vertical }
form .button { font: inherit; font-weight: 500; cursor: pointer }
.sent, .incomplete { margin: 0 0 8px }
.incomplete { font-weight: 600 }
section { margin-bottom: 24px }
iframe { display: block; width: 100%; height: 560px; border: 1px solid var(--line); border-radius: 12px; resize: vertical }
pre { margin: 0; padding: 16px; white-space: pre-wrap }
pre { font: 13px/20px ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, monospace }
summary { width: fit-content; padding: 12px 0; font-weight: 600; cursor: pointer }

@media (max-width: 600px) {
  body { font-size: 16px; line-height: 24px }
  main { padding: 20px 16px 48px }
  h2 { font-size: 16px; line-height: 24px }
  .head { flex-direction: column }
  .actions { flex-wrap: wrap; width: 100% }
  .actions .button { flex: 1 0 auto }
  .button { min-height: 44px; justify-content: center }
  .mails a { grid-template-columns: minmax(0, 1fr) }
  .to, .when { grid-row: auto; grid-column: auto }
  .when { flex-direction: row; flex-wrap: wrap; gap: 0 8px; font-size: 14px; line-height: 20px; text-align: left }
  dl div { grid-template-columns: 1fr; gap: 0; padding: 4px 0 }
  iframe { height: 620px }
}
`)
