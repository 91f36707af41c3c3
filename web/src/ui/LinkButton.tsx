import { Button, type ButtonProps } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'

type Props = Pick<LinkProps, 'search' | 'replace'> & ButtonProps & { to: string; children: ReactNode }

/** A link that looks like a button: it goes somewhere, so it is one. */
export const LinkButton = (props: Props) => <Button component={Link} {...props} />
