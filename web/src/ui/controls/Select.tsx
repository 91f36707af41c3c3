import { IconSelector } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import classes from './Select.module.css'

type Props = ComponentProps<'select'> & { options: readonly { value: string; label: string }[] }

export const Select = ({ options, className = '', ...props }: Props) => (
  <span className={`${classes.select} ${className}`}>
    <select {...props}>
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
    <IconSelector aria-hidden />
  </span>
)
