import { useMantineColorScheme } from '@mantine/core'
import { Choice } from '../ui/Choice.tsx'
import { shellMessages as t } from './messages.ts'

const schemes = [
  ['light', t.light],
  ['dark', t.dark],
  ['auto', t.auto],
] as const

export function ThemeChoice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return <Choice label={t.theme} value={colorScheme} options={schemes} onChange={setColorScheme} />
}
