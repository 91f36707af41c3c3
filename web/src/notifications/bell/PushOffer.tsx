import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { localStore } from '../../browser/localStore.ts'
import { toast } from '../../data/toasts.ts'
import { useMe } from '../../identity/session/session.ts'
import { notificationMessages as t } from '../../messages/current.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { permitNotifications } from '../push/permitNotifications.ts'
import { pushStatusQuery } from '../push/pushStatusQuery.ts'
import classes from './BellList.module.css'

/** Offers notifications for while the portal is closed, once
 * in each browser, where the installation sends them. */
export default function PushOffer() {
  const me = useMe()
  const [isAnswered, setAnswered] = useState(false)
  const { data } = useQuery(pushStatusQuery)
  if (isAnswered || typeof data?.publicKey !== 'string') return null
  const answer = () => {
    localStore.write('pushOffer', 'answered')
    setAnswered(true)
  }
  return (
    <div className={classes.offer}>
      <p>{t.pushOffer}</p>
      <Button
        small
        variant="plain"
        onClick={() =>
          void permitNotifications(me._id).then(answer, () => toast.error(t.pushFailed))
        }
      >
        {t.permit}
      </Button>
      <IconButton icon={IconX} label={t.dismissOffer} onClick={answer} />
    </div>
  )
}
