import { ActionIcon } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { uiMessages as t } from './messages.ts'

/** The row action "open". The row's name is the same link, so the keyboard need not stop at both. */
export const OpenLink = ({ to, name }: { to: string; name: string }) => (
  <ActionIcon component={Link} to={to} variant="subtle" color="gray" tabIndex={-1} title={t.open} aria-label={t.openOf(name)}>
    <IconChevronRight aria-hidden />
  </ActionIcon>
)
