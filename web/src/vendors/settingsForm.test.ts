import { expect, test } from 'vitest'
import { SettingsForm } from './settingsForm.ts'

const fields = {
  reopenDays: '14',
  customersSeePresence: 'true',
  assignOnReply: 'false',
  country: 'TR',
  keptSessions: 'customers',
  color: '',
}

test.each(['\u200b14', '14\ufffc', ' 1\u00ad4\ufeff\u00a0'])(
  'an administrator can paste a number with characters that are not seen: %j',
  number => {
    expect(SettingsForm.parse({ ...fields, reopenDays: number })).toMatchObject({ reopenDays: 14 })
  },
)
