import { IconCloudOff, IconRefresh, IconSearchOff } from '@tabler/icons-react'
import { CallError } from '../../data/api.ts'
import { uiMessages as t } from '../../messages/current.ts'
import { Button } from '../controls/Button.tsx'
import { Empty } from './Empty.tsx'

/** Takes the place of what could not be loaded, with a retry. */
export function Failed({ error, retry }: { error: Error; retry: () => unknown }) {
  const isMissing = error instanceof CallError && error.status === 404
  const requestId = error instanceof CallError && error.status >= 500 && error.requestId
  return (
    <div role="alert">
      <Empty
        icon={isMissing ? <IconSearchOff aria-hidden /> : <IconCloudOff aria-hidden />}
        title={isMissing ? error.message : t.notLoaded}
        action={
          !isMissing && (
            <Button variant="plain" icon={<IconRefresh aria-hidden />} onClick={() => void retry()}>
              {t.retry}
            </Button>
          )
        }
      >
        {!isMissing && error.message}
        {requestId && ` ${t.requestId(requestId)}`}
      </Empty>
    </div>
  )
}
