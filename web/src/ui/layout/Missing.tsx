import { IconSearchOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Empty } from './Empty.tsx'
import { Page } from './Page.tsx'

/** Takes the place of a page whose object does not exist, or not for this user; `back` leads to the list. */
export const Missing = ({ title, about, back }: { title: string; about: string; back: ReactNode }) => (
  <Page title={title}>
    <Empty icon={<IconSearchOff aria-hidden />} title={about} action={back} />
  </Page>
)
