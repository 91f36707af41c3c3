import { expect, test } from 'vitest'
import { loadSettingsForm, SettingsForm } from './settingsForm.ts'

const fields = {
  reopenDays: '14',
  customersSeePresence: 'true',
  assignOnReply: 'false',
  staffMayInvite: 'false',
  country: 'TR',
  keptSessions: 'customers',
  emergencyPhone: '',
  emergencyAlways: 'true',
  color: '',
}

test.each(['\u200b14', '14\ufffc', ' 1\u00ad4\ufeff\u00a0'])(
  'an administrator can paste a number with characters that are not seen: %j',
  number => {
    expect(SettingsForm.parse({ ...fields, reopenDays: number })).toMatchObject({ reopenDays: 14 })
  },
)

test.each(['0212 555 00 00', '+49 30 901820', '444 0 123', ''])(
  'the emergency number %j is accepted',
  async emergencyPhone => {
    const form = await loadSettingsForm()
    expect(form.safeParse({ ...fields, emergencyPhone }).success).toBe(true)
  },
)

test.each(['555 00', 'Bekçi', '0212 555 00'])(
  'the emergency number %j, which could not be dialled, is refused',
  async emergencyPhone => {
    const form = await loadSettingsForm()
    expect(form.safeParse({ ...fields, emergencyPhone }).error?.issues).toMatchObject([
      { path: ['emergencyPhone'], message: 'phone' },
    ])
  },
)
