import { expect, test } from 'vitest'
import { SettingsForm } from './settingsForm.ts'

const fields = {
  reopenDays: '14',
  answerHours: '',
  customersSeePresence: 'true',
  assignOnReply: 'false',
  country: 'TR',
  color: '',
}

test.each(['\u200b14', '14\ufffc', ' 1\u00ad4\ufeff\u00a0'])(
  'an administrator can paste a number with characters that are not seen: %j',
  number => {
    expect(SettingsForm.parse({ ...fields, reopenDays: number })).toMatchObject({ reopenDays: 14 })
    expect(SettingsForm.parse({ ...fields, answerHours: number })).toMatchObject({
      answerHours: 14,
    })
  },
)

test('an administrator who pastes only such characters promises no time to an answer', () => {
  expect(SettingsForm.parse({ ...fields, answerHours: '\u200b' })).toMatchObject({
    answerHours: null,
  })
})
