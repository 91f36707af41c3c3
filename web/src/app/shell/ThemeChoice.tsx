import { chooseTheme, useTheme } from '../../browser/theme.ts'
import { shellMessages as t } from '../../messages/current.ts'
import { Choice } from '../../ui/controls/Choice.tsx'

export const ThemeChoice = () => (
  <Choice
    label={t.theme}
    value={useTheme()}
    options={[
      ['light', t.light],
      ['dark', t.dark],
      ['auto', t.auto],
    ]}
    onChange={chooseTheme}
  />
)
