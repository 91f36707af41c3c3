import type { Output } from '#contract/route.ts'
import { routes } from '#contract/routes.ts'
import { isRight, type SentFile, type SentMessage } from './phone-files.ts'
import type { Client } from './portal-process.ts'

type ArrivedMessage = Output<typeof routes.tickets.get>['conversation'][number]

/** Compares what was sent with what the vendor's team reads. */
export async function countArrived(client: Client, token: string, sent: readonly SentMessage[]) {
  const { tickets } = await client.call(token, routes.tickets.list)
  const arrived: ArrivedMessage[] = []
  for (const { _id: ticket } of tickets) {
    const { conversation } = await client.call(token, routes.tickets.get, { params: { ticket } })
    arrived.push(...conversation)
  }
  const count = {
    missingTexts: 0,
    doubleTexts: 0,
    missingFiles: 0,
    doubleFiles: 0,
    wrongFiles: 0,
    abandonedFiles: 0,
  }
  for (const { text, files } of sent) {
    const found = arrived.filter(({ message }) => message === text)
    if (found.length === 0) count.missingTexts++
    if (found.length > 1) count.doubleTexts++
    for (const file of files) {
      const named = arrived
        .flatMap(message => message.files)
        .filter(({ fileName }) => fileName === file.name)
      const problem = await findProblem(client, file, named)
      if (!problem) continue
      count[problem]++
      console.log(problem, text, file.name, JSON.stringify(named[0] ?? null))
    }
  }
  return count
}

async function findProblem(client: Client, file: SentFile, named: ArrivedMessage['files']) {
  const [arrived] = named
  if (named.length > 1) return 'doubleFiles'
  if (!arrived) return 'missingFiles'
  if (arrived.state === 'cancelled') return file.isGivenUp ? null : 'abandonedFiles'
  if (arrived.state !== 'ready' || !arrived.signedURL) return 'missingFiles'
  const { pathname, search } = new URL(arrived.signedURL)
  const { body } = await client.fetchPath(pathname + search)
  return (await isRight(file, body)) && !file.isGivenUp ? null : 'wrongFiles'
}
