import { IconCloudOff, IconRefresh, IconSearchOff } from '@tabler/icons-react'
import { useIsOnline } from '../../browser/useIsOnline.ts'
import { CallError, describeError, hasStatus } from '../../data/api.ts'
import { uiMessages as t } from '../../messages/current.ts'
import { Button } from '../controls/Button.tsx'
import { Empty } from './Empty.tsx'

/** Takes the place of what could not be loaded, with a retry. */
export function LoadError({ error, retry }: { error: Error; retry: () => unknown }) {
  // a browser that is online again fetches it by itself
  const reason = useIsOnline() ? describeError(error) : t.goesOnOnline
  const requestId = error instanceof CallError && error.status >= 500 && error.requestId
  const retryButton = (
    <Button variant="plain" icon={IconRefresh} onClick={() => void retry()}>
      {t.retry}
    </Button>
  )
  return (
    <div role="alert">
      {hasStatus(error, 404) ? (
        <Empty icon={IconSearchOff} title={reason} />
      ) : (
        <Empty
          icon={IconCloudOff}
          title={t.notLoaded}
          hint={requestId ? `${reason} ${t.requestId(requestId)}` : reason}
          action={retryButton}
        />
      )}
    </div>
  )
}
