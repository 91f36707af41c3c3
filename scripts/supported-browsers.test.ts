import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findNewerFeatures, oldestBrowsers } from '../web/vite/supportedBrowsers.ts'
import { scriptEnhancements, styleEnhancements } from './enhancements.ts'
import { findNewerEvents, findNewerStyles, isNewer, withoutNewer } from './newer-features.ts'
import { isTest, root } from './source-imports.ts'

const filesOf = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(file => ({
    file,
    read: () => readFileSync(join(root, folder, file), 'utf8'),
  }))
const allowedScripts = new Set(scriptEnhancements.flatMap(({ keys }) => keys))

test('operators read which browsers are supported', () => {
  const page = readFileSync(`${root}/docs/deployment.md`, 'utf8')
  for (const [browser, version] of Object.entries(oldestBrowsers))
    expect(page).toContain(`| ${browser} | ${version} |`)
})

test.each([
  ['a.js', 'x.replace(/(?<=a)b/,"")'],
  ['a.js', 'let a=b.toReversed()'],
  ['a.js', 'a.closest("tr:has(:checked)")'],
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

test.each([
  ['css.selectors.has', '.a:has(img) { color: red }'],
  ['css.types.length.lh', '.a { height: 1lh }'],
  ['css.at-rules.container', '@container (width > 30rem) { .a { color: red } }'],
  ['css.properties.field-sizing', '.a{field-sizing:content}'],
  ['css.at-rules.starting-style', '@starting-style { .a { opacity: 0 } }'],
  ['css.selectors.user-invalid', 'input:user-invalid { color: red }'],
  ['css.types.color.color-mix', '.a { color: color-mix(in srgb, red, blue) }'],
  ['css.properties.grid-template-columns.subgrid', '.a { grid-template-columns: subgrid }'],
])('a style that a supported browser lacks is found: %s', (key, css) => {
  expect(findNewerStyles(css)).toContain(key)
})

test('a style that all supported browsers have is not found', () => {
  const css = `/* :has() */ @media (min-width: 48em) { @supports (height: 1dvh) { .has-1lh:is(a, b):focus-visible {
    display: grid; inset: 0; aspect-ratio: 1; background: url(a.svg); margin-inline: calc(1rem * 2) } } }`
  expect(findNewerStyles(css)).toEqual([])
})

test('style sheets use what all supported browsers have, and enhancements', () => {
  const found = filesOf('web/src')
    .filter(({ file }) => file.endsWith('.css'))
    .flatMap(({ file, read }) => findNewerStyles(read()).map(key => ({ file, key })))
  const enhancement = (key: string) => styleEnhancements.find(({ keys }) => keys.includes(key))
  const refused = found.filter(({ file, key }) => {
    const allowed = enhancement(key)
    return !allowed || (allowed.files && !allowed.files.includes(file))
  })
  expect(refused).toEqual([])
  const unused = styleEnhancements.flatMap(({ keys, files = [] }) => [
    ...keys.filter(key => !found.some(each => each.key === key)),
    ...files.filter(file => !found.some(each => each.file === file && keys.includes(each.key))),
  ])
  expect(unused).toEqual([])
})

/** What the compiler refuses in the sources of a project, and in the lines of `probe`, with the
 * libraries of a browser that has what all supported ones have, and the enhancements. */
function compile(
  project: 'web' | 'web/worker',
  { sources = true, probe = ['export {}'] }: { sources?: boolean; probe?: string[] } = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'supported-browsers-'))
  const isWorker = project === 'web/worker'
  const libraries = join(
    root,
    `node_modules/@typescript/typescript-${process.platform}-${process.arch}/lib`,
  )
  const language = readdirSync(libraries).filter(file =>
    /^lib\.(es5|es20(1\d|2[0-2])(\.(?!full)[\w.]+)?|decorators(\.legacy)?)\.d\.ts$/.test(file),
  )
  const browser = readFileSync(
    join(libraries, `lib.${isWorker ? 'webworker' : 'dom'}.d.ts`),
    'utf8',
  )
  writeFileSync(join(folder, 'browser.d.ts'), withoutNewer(browser, allowedScripts))
  writeFileSync(join(folder, 'probe.ts'), probe.join('\n'))
  const configuration = {
    extends: join(root, project, 'tsconfig.json'),
    compilerOptions: {
      target: 'es2022',
      lib: null,
      noLib: true,
      types: isWorker ? [] : [join(root, 'node_modules/vite/client')],
    },
    files: [...language.map(file => join(libraries, file)), 'browser.d.ts', 'probe.ts'],
    include: sources ? [join(root, isWorker ? project : 'web/src')] : [],
    exclude: [join(root, '**/*.test.ts')],
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(configuration))
  const tsc = join(root, 'node_modules/.bin/tsc')
  const { stdout } = spawnSync(tsc, ['--project', folder, '--noEmit'], {
    encoding: 'utf8',
    cwd: folder,
  })
  rmSync(folder, { recursive: true })
  return stdout.split('\n').filter(line => line.includes('error TS'))
}

const probe = [
  'document.body.checkVisibility()',
  'new URLSearchParams().size',
  'requestIdleCallback(() => {})',
  'document.startViewTransition(() => {})',
  'document.createElement("dialog").requestClose()',
  'for await (const part of new Blob().stream()) void part',
  'Array.of(1).toReversed()',
  'export {}',
]
const isInProbe = (line: string) => line.startsWith('probe.ts(')
const refusedInWeb = compile('web', { probe })

test('a script that a supported browser lacks is refused', () => {
  const lines = refusedInWeb.filter(isInProbe).map(line => /\((\d+),/.exec(line)?.[1])
  expect(new Set(lines)).toEqual(new Set(probe.slice(0, -1).map((_, i) => String(i + 1))))
})

test('a flag of a regular expression that a supported browser lacks is refused', () => {
  expect(compile('web', { sources: false, probe: ['/a/v', 'export {}'] })).toEqual([
    expect.stringContaining('flag'),
  ])
})

test('scripts use what all supported browsers have, and enhancements', () => {
  expect(refusedInWeb.filter(line => !isInProbe(line))).toEqual([])
})

test('the service worker uses what all supported browsers have, and enhancements', () => {
  expect(compile('web/worker')).toEqual([])
})

test('scripts listen to events that all supported browsers have, and to enhancements', () => {
  expect(findNewerEvents("a.addEventListener('scrollend', b)")).toContain(
    'api.Element.scrollend_event',
  )
  expect(findNewerEvents('<div onScrollEnd={a} onClick={b}>')).toContain(
    'api.Element.scrollend_event',
  )
  const found = ['web/src', 'web/worker'].flatMap(folder =>
    filesOf(folder)
      .filter(({ file }) => /\.tsx?$/.test(file) && !isTest(file))
      .flatMap(({ file, read }) => findNewerEvents(read()).map(key => ({ file, key }))),
  )
  expect(found.filter(({ key }) => !allowedScripts.has(key))).toEqual([])
})

test('an enhancement that all supported browsers have leaves its list', () => {
  const keys = [...styleEnhancements, ...scriptEnhancements].flatMap(({ keys }) => keys)
  expect(keys.filter(key => !isNewer(key))).toEqual([])
})
