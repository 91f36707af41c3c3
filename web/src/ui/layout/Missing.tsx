import { IconSearchOff } from '@tabler/icons-react'
import { LinkButton } from '../controls/LinkButton.tsx'
import { Empty } from './Empty.tsx'
import { Page } from './Page.tsx'

type Props = { title: string; hint: string; to: string; backLabel: string }

/** Takes the place of a page whose object does not exist, or not for this user; `to` is the list. */
export const Missing = ({ title, hint, to, backLabel }: Props) => (
  <Page title={title}>
    <Empty
      icon={IconSearchOff}
      title={hint}
      action={
        <LinkButton variant="plain" to={to}>
          {backLabel}
        </LinkButton>
      }
    />
  </Page>
)
