import { chooseTheme, useTheme } from '../../browser/theme.ts'
import { Choice } from '../../ui/controls/Choice.tsx'
import { shellMessages as t } from './messages.ts'

const themes = [
  ['light', t.light],
  ['dark', t.dark],
  ['auto', t.auto],
] as const

export const ThemeChoice = () => <Choice label={t.theme} value={useTheme()} options={themes} onChange={chooseTheme} />
