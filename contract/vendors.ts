import * as z from 'zod/mini'
import { admin } from './actor.ts'
import { Done, keptSessions, line, somethingToChange } from './fields.ts'
import { limits } from './limits.ts'
import { get, post } from './route.ts'
import { Targets } from './targets.ts'
import { isLegibleOnWhite } from './text/colors.ts'
import { countries } from './text/countries.ts'
import { withoutUnseen } from './text/turkish.ts'

/** What a vendor decides for its portal. */
export const VendorSettings = z.object({
  /** For how many days customers may reopen a ticket after its
   * closing, and unarchive one that they archived; 0: never. */
  reopenDays: z.int().check(z.minimum(0), z.maximum(365)),
  /** Whether customers learn that the team views or writes on their ticket. */
  customersSeePresence: z.boolean(),
  /** Whether an unassigned ticket is assigned to the first colleague who answers it. */
  assignOnReply: z.boolean(),
  /** Whether staff invite users of companies, as administrators do. */
  staffMayInvite: z.boolean(),
  /** ISO 3166-1; telephone numbers without a country code are dialled as of this country. */
  country: z.string().check(
    z.trim(),
    z.maxLength(2, { error: 'country', abort: true }),
    z.overwrite(value => value.toUpperCase()),
    z.refine(value => countries.includes(value), 'country'),
  ),
  /** Whose sign-ins may be kept on a device; ended sooner where a change takes that away. */
  keptSessions,
  /** What customers call when a machine stands; empty: nothing. */
  emergencyPhone: line(limits.phone, 0),
  /** Whether it is answered at any time, or in the working hours only. */
  emergencyAlways: z.boolean(),
  /** `#rrggbb`, of the button and links in mails; empty: the portal's own. */
  color: z.string().check(
    z.overwrite(withoutUnseen),
    z.trim(),
    z.maxLength(7, { abort: true }),
    z.overwrite(value => value.toLowerCase()),
    z.refine(value => value === '' || /^#[0-9a-f]{6}$/.test(value), {
      error: 'color',
      abort: true,
    }),
    z.refine(value => value === '' || isLegibleOnWhite(value), 'colorTooLight'),
  ),
})
export type VendorSettings = z.output<typeof VendorSettings>
/** Omitted fields keep their value. */
export const VendorSettingsChange = z.partial(VendorSettings).check(somethingToChange)
export type VendorSettingsChange = z.output<typeof VendorSettingsChange>

export const vendors = {
  settings: get('/admin/settings', {
    allow: admin,
    about: 'What the vendor has decided for its portal',
    returns: VendorSettings,
  }),
  changeSettings: post('/admin/settings', {
    allow: admin,
    changes: 'team',
    about: 'Change it',
    body: VendorSettingsChange,
    returns: Done,
  }),
  targets: get('/admin/target', {
    allow: admin,
    about: "When the vendor's team works, and within which time it answers",
    returns: z.extend(Targets, {
      /** whether due dates of waiting tickets are still by earlier targets */
      isUpdating: z.boolean(),
    }),
  }),
  changeTargets: post('/admin/target', {
    allow: admin,
    changes: 'team',
    about: 'Change it, also for the tickets that wait for an answer',
    body: Targets,
    returns: Done,
  }),
}
