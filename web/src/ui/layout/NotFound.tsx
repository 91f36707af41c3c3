import { IconSearchOff } from '@tabler/icons-react'
import { useRouteContext } from '@tanstack/react-router'
import { shellMessages } from '../../messages/current.ts'
import { LinkButton } from '../controls/LinkButton.tsx'
import { Empty } from './Empty.tsx'
import { Page } from './Page.tsx'

type Props = { title: string; hint: string; to: string; backLabel: string }

/** Takes the place of a page whose object does not exist, or
 * not for this user, whom it names; `to` is the list. */
export function NotFound({ title, hint, to, backLabel }: Props) {
  const { me } = useRouteContext({ strict: false })
  return (
    <Page title={title}>
      <Empty
        icon={IconSearchOff}
        title={hint}
        hint={me && shellMessages.signedInAs(me.email)}
        action={
          <LinkButton variant="plain" to={to}>
            {backLabel}
          </LinkButton>
        }
      />
    </Page>
  )
}
