import { defineConfig } from '@playwright/test'
import { findTestBrowser } from './scripts/browser.ts'

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.test.ts',
  globalSetup: ['./e2e/portal/require-built-web.ts', './e2e/portal/prepare-data.ts'],
  outputDir: 'e2e/results',
  forbidOnly: true,
  workers: 4, // each has a portal of its own
  timeout: 180_000, // only a test that hangs reaches it, also on a loaded machine
  retries: 1, // a test that passes only then counts as unstable (`scripts/test.ts`)
  expect: { timeout: 45_000 },
  use: {
    locale: 'tr-TR', // a first visit has the browser's language
    launchOptions: {
      executablePath: await findTestBrowser(),
      // without a language it saves a file with Turkish letters in its name as "download"
      env: { ...process.env, LANG: 'C.UTF-8' },
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
    screenshot: 'only-on-failure',
    trace: 'on-first-retry', // of every test it would cost a sixth of the whole time
  },
})
