import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findNewerFeatures, oldestBrowsers } from '../web/vite/supportedBrowsers.ts'
import { root } from './source-imports.ts'

test('operators read which browsers are supported', () => {
  const page = readFileSync(`${root}/docs/deployment.md`, 'utf8')
  for (const [browser, version] of Object.entries(oldestBrowsers))
    expect(page).toContain(`| ${browser} | ${version} |`)
})

test.each([
  ['a.js', 'x.replace(/(?<=a)b/,"")'],
  ['a.js', 'let a=b.toReversed()'],
  ['sw.js', 'new Intl.Segmenter("tr")'],
  ['a.css', '.a{color:light-dark(#fff,#000)}'],
  ['a.css', ':root{--hover:oklch(from var(--accent) calc(l - .06) c h)}'],
  ['a.css', '.a:popover-open{display:grid}'],
  ['a.css', '.a{max-height:calc(100dvh - 32px)}'],
  ['a.css', '.a{height:50.5svh}'],
])('a build does not use what a supported browser lacks: %s with %s', (file, text) => {
  expect(findNewerFeatures(file, text)).toHaveLength(1)
})

test.each([
  ['a.js', 'x.replace(/(?<year>a)b/,"")'],
  ['a.js', 'AbortSignal.any([a,b])'],
  ['a.css', '@keyframes a{from{opacity:0}}.a:is(:popover-open,[data-open]){display:grid}'],
  ['a.css', ':root{--screen-height:100vh}@supports (height:1dvh){:root{--screen-height:100dvh}}'],
  ['a.css', '._x-1dvh_a3svh{max-height:calc(var(--screen-height) - 32px)}'],
  ['a.css', '@supports not selector(:popover-open){[popover]{display:none}}'],
  ['index.html', 'light-dark(#fff,#000)'],
])('a build uses what all supported browsers have: %s with %s', (file, text) => {
  expect(findNewerFeatures(file, text)).toEqual([])
})
