import { configDefaults, defineConfig } from 'vitest/config'

/** Pure logic within the folders of the other project. */
const pure = ['server/mail-in/text/**/*.test.ts', 'scripts/comments.test.ts']

/** Of whole programs, large files and many starts: `npm run soak` runs them. */
const slow = '**/*.soak.test.ts'

const onPostgres = {
  globalSetup: ['./server/testing/postgres.ts'],
  testTimeout: 120_000, // only a test that hangs reaches it, also on a loaded machine
  hookTimeout: 120_000,
  expect: { poll: { timeout: 50_000 } },
}

export default defineConfig({
  test: {
    environment: 'node',
    maxWorkers: 5,
    projects: [
      // Pure logic: no database, all of it under 10 s on two free processors. One thread for several files saves their starts.
      {
        test: {
          name: 'unit',
          include: ['contract/**/*.test.ts', 'web/src/**/*.test.{ts,tsx}', ...pure],
          pool: 'threads',
          isolate: false,
          testTimeout: 120_000,
          expect: { poll: { timeout: 50_000 } },
        },
      },
      {
        test: {
          ...onPostgres,
          name: 'server',
          include: ['server/**/*.test.ts', 'scripts/**/*.test.ts', 'quality/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...pure, slow],
        },
      },
      { test: { ...onPostgres, name: 'soak', include: [slow] } },
    ],
  },
})
