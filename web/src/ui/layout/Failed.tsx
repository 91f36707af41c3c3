import { IconCloudOff, IconRefresh, IconSearchOff } from '@tabler/icons-react'
import { CallFailed } from '../../data/api.ts'
import { Button } from '../controls/Button.tsx'
import { uiMessages as t } from '../messages.ts'
import { Empty } from './Empty.tsx'

/** What could not be loaded, said where it would have stood, with a way to try again. */
export function Failed({ error, retry }: { error: Error; retry: () => unknown }) {
  const missing = error instanceof CallFailed && error.status === 404
  const quote = error instanceof CallFailed && error.status >= 500 && error.requestId
  return (
    <div role="alert">
      <Empty
        icon={missing ? <IconSearchOff aria-hidden /> : <IconCloudOff aria-hidden />}
        title={missing ? error.message : t.notLoaded}
        action={
          !missing && (
            <Button look="plain" icon={<IconRefresh aria-hidden />} onClick={() => void retry()}>
              {t.retry}
            </Button>
          )
        }
      >
        {!missing && error.message}
        {quote && ` ${t.requestId(quote)}`}
      </Empty>
    </div>
  )
}
