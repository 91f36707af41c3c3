import { Modal } from '@mantine/core'
import { type ReactNode, Suspense } from 'react'
import { uiMessages as t } from './messages.ts'
import { Skeleton } from './Skeleton.tsx'

/** Keep it mounted and turn `opened`: only so the focus returns to what opened it. Its body may be lazy. */
export const Dialog = ({
  opened,
  title,
  onClose,
  size = 'md',
  held = false,
  children,
}: {
  opened: boolean
  title: ReactNode
  onClose: () => void
  size?: string
  /** A click beside it leaves it open: something is being typed. */
  held?: boolean
  children: ReactNode
}) => (
  <Modal
    opened={opened}
    onClose={onClose}
    title={title}
    size={size}
    closeOnClickOutside={!held}
    closeButtonProps={{ 'aria-label': t.close }}
  >
    <Suspense fallback={<Skeleton lines={3} height={36} />}>{children}</Suspense>
  </Modal>
)
