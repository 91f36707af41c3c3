import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    environment: 'node',
    maxWorkers: 2,
    projects: [
      // Pure logic: no database, all of it within ten seconds.
      { test: { name: 'unit', include: ['contract/**/*.test.ts', 'web/src/**/*.test.{ts,tsx}'], testTimeout: 30_000 } },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts', 'scripts/**/*.test.ts', 'quality/**/*.test.ts'],
          globalSetup: ['./server/testing/postgres.ts'],
          testTimeout: 60_000, // only a test that hangs reaches it, also on a loaded machine
          hookTimeout: 60_000,
          expect: { poll: { timeout: 15_000 } },
        },
      },
    ],
  },
})
