import * as z from 'zod/mini'
import { withoutUnseen } from '#contract/text/turkish.ts'
import { VendorSettings } from '#contract/vendors.ts'

const yesOrNo = z.pipe(
  z.enum(['true', 'false']),
  z.transform(value => value === 'true'),
)

/** The contract's settings, from the texts of the fields. */
export const SettingsForm = z.object({
  reopenDays: z.pipe(
    z.string().check(z.overwrite(withoutUnseen), z.trim(), z.regex(/^-?\d{1,9}$/, 'number')),
    z.pipe(z.transform(Number), VendorSettings.shape.reopenDays),
  ),
  customersSeePresence: yesOrNo,
  assignOnReply: yesOrNo,
  staffMayInvite: yesOrNo,
  country: VendorSettings.shape.country,
  keptSessions: VendorSettings.shape.keptSessions,
  emergencyPhone: VendorSettings.shape.emergencyPhone,
  emergencyAlways: yesOrNo,
  color: VendorSettings.shape.color,
})

/** With the numbering plans (record 0041): customers could not dial what has no link. */
export async function loadSettingsForm() {
  const { splitPhoneNumbers } = await import('../ui/controls/phoneNumbers.ts')
  return SettingsForm.check(
    z.refine(
      ({ emergencyPhone, country }) =>
        emergencyPhone === '' ||
        splitPhoneNumbers(emergencyPhone, country).some(({ href }) => href !== undefined),
      { error: 'phone', path: ['emergencyPhone'] },
    ),
  )
}
