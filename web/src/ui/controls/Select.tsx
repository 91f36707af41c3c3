import { IconSelector } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { keepChoice } from '../../browser/shortcuts.ts'
import classes from './Select.module.css'

type Props = ComponentProps<'select'> & {
  options: readonly { value: string; label: string }[]
  /** The choice is carried out at once. */
  acts?: boolean
}

export const Select = ({ options, className = '', acts = false, ...props }: Props) => (
  <span className={`${classes.select} ${className}`}>
    <select {...(acts && { 'data-acts': true, onKeyDown: keepChoice })} {...props}>
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
    <IconSelector aria-hidden />
  </span>
)
