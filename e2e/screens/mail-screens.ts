import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Browser } from 'playwright-core'
import { findAccessibilityViolations } from '../support/axe.ts'

const root = join(import.meta.dirname, '../..')

/** Writes pictures of each mail at two widths, light and
 * dark. Returns the accessibility problems of their HTML. */
export async function writeMailScreens(browser: Browser, folder: string): Promise<string[]> {
  const pages = join(folder, 'mails')
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const env = { ...process.env, MAIL_PAGES: pages }
  await promisify(execFile)(process.execPath, [vitest, 'run', 'server/mail/every-mail.test.ts'], {
    cwd: root,
    env,
  })
  const problems: string[] = []
  for (const file of (await readdir(pages)).sort()) {
    const html = await readFile(join(pages, file), 'utf8')
    const name = `mail-${file.replace('.html', '')}`
    for (const width of [700, 360])
      for (const colorScheme of ['light', 'dark'] as const) {
        const page = await browser.newPage({ viewport: { width, height: 740 }, colorScheme })
        await page.setContent(html)
        await page.screenshot({
          path: join(folder, `${name}-${width}-${colorScheme}.png`),
          fullPage: true,
        })
        problems.push(
          ...(await findAccessibilityViolations(page)).map(
            problem => `${name}, ${width}, ${colorScheme}: ${problem}`,
          ),
        )
        await page.close()
      }
    console.log(name)
  }
  return problems
}
