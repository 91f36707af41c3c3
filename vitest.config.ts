import { readFileSync } from 'node:fs'
import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Pure logic within the folders of the other project. */
const pure = [
  'server/audit/changes.test.ts',
  'server/mail-in/text/**/*.test.ts',
  'scripts/comments.test.ts',
]

/** Tests that replace modules or measure or change their
 * process: each file has a process of its own. */
const isolated = [
  'server/identity/sessions/sessions.test.ts',
  'server/identity/sign-in/sign-in-limits.test.ts',
  'server/platform/crypto/passwords.test.ts',
  'server/platform/storage/disk.test.ts',
]

/** Of whole programs, large files and many starts: `npm run soak` runs them. */
const slow = '**/*.soak.test.ts'

/** Of `npm run clocks`: the command line excludes nothing of a project with its own list. */
const excluded = process.env.TEST_EXCLUDE?.split(' ') ?? []

/** The files of a thread share its modules: loading the server
 * anew for each of them took a third of the whole time. */
const sharedThreads = { pool: 'threads', isolate: false } as const

const onPostgres = {
  globalSetup: ['./server/testing/postgres.ts'],
  testTimeout: 120_000, // only a test that hangs reaches it, also on a loaded machine
  hookTimeout: 120_000,
  expect: { poll: { timeout: 50_000 } },
}

/** The files that share a portal are the last of their project:
 * no other file has its thread with a portal that is open beside its own. */
class SharedPortalsLast extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files)
    const projects = [...new Set(sorted.map(({ project }) => project))]
    const rank = ({ project, moduleId }: TestSpecification) =>
      projects.indexOf(project) +
      (readFileSync(moduleId, 'utf8').includes('sharedPortal()') ? 0.5 : 0)
    const ranks = new Map(sorted.map(file => [file, rank(file)]))
    return sorted.toSorted((a, b) => (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0))
  }
}

export default defineConfig({
  test: {
    environment: 'node',
    maxWorkers: 6, // tests of mails and jobs wait more than they compute
    sequence: { sequencer: SharedPortalsLast },
    projects: [
      // Pure logic: no database, all of it under 10 s on two free processors.
      {
        test: {
          ...sharedThreads,
          name: 'unit',
          include: ['contract/**/*.test.ts', 'web/src/**/*.test.{ts,tsx}', ...pure],
          testTimeout: 120_000,
          expect: { poll: { timeout: 50_000 } },
        },
      },
      {
        test: {
          ...onPostgres,
          ...sharedThreads,
          name: 'server',
          include: ['server/**/*.test.ts', 'scripts/**/*.test.ts', 'quality/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...pure, ...isolated, slow, ...excluded],
        },
      },
      { test: { ...onPostgres, name: 'isolated', include: isolated, exclude: excluded } },
      { test: { ...onPostgres, name: 'soak', include: [slow] } },
    ],
  },
})
