import { IconSearchOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Empty } from './Empty.tsx'
import { Page } from './Page.tsx'

/** Stands for a page whose thing is not there, or not the reader's to know about; `back` leads to where such things are. */
export const Missing = ({ title, about, back }: { title: string; about: string; back: ReactNode }) => (
  <Page title={title}>
    <Empty icon={<IconSearchOff aria-hidden />} title={about} action={back} />
  </Page>
)
