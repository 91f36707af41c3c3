import { IconTags, IconTarget } from '@tabler/icons-react'
import { paths } from '#contract/paths.ts'
import { countryNames } from '#contract/text/countries.ts'
import { type VendorSettings, vendors } from '#contract/vendors.ts'
import { portalQuery } from '../data/portal.ts'
import { queryClient, useRouteMutationInPlace, useRouteQuery } from '../data/queries.ts'
import { administrationMessages, language, settingsMessages as t } from '../messages/current.ts'
import { LinkButton } from '../ui/controls/LinkButton.tsx'
import { ColorField } from '../ui/form/ColorField.tsx'
import { Form } from '../ui/form/Form.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { TextField } from '../ui/form/TextField.tsx'
import { Page } from '../ui/layout/Page.tsx'
import { QueryBoundary } from '../ui/layout/QueryBoundary.tsx'
import { Skeleton } from '../ui/layout/Skeleton.tsx'
import { loadSettingsForm } from './settingsForm.ts'

/** What a vendor decides for its portal, for its administrators. */
export default function SettingsPage() {
  const query = useRouteQuery(vendors.settings)
  const change = useRouteMutationInPlace(vendors.changeSettings, ({ message }) => message)

  async function save(body: VendorSettings) {
    await change({ body })
    await queryClient.invalidateQueries({ queryKey: portalQuery.queryKey })
  }

  return (
    <QueryBoundary
      query={query}
      title={administrationMessages.settings}
      skeleton={<Skeleton lines={2} height={72} />}
    >
      {settings => (
        <Page
          title={administrationMessages.settings}
          width="reading"
          tools={
            <>
              <LinkButton variant="plain" icon={IconTags} to={paths.topics}>
                {administrationMessages.topics}
              </LinkButton>
              <LinkButton variant="plain" icon={IconTarget} to={paths.targets}>
                {t.openTargets}
              </LinkButton>
            </>
          }
        >
          <Form schema={loadSettingsForm} initial={settings} submit={t.save} onSubmit={save}>
            <TextField
              name="reopenDays"
              label={t.reopenDays}
              hint={t.reopenDaysHint}
              inputMode="numeric"
              autoComplete="off"
              required
            />
            <SelectField
              name="customersSeePresence"
              label={t.customersSeePresence}
              hint={t.customersSeePresenceHint}
              options={[
                { value: 'true', label: t.presenceShown },
                { value: 'false', label: t.presenceHidden },
              ]}
              required
            />
            <SelectField
              name="assignOnReply"
              label={t.assignOnReply}
              hint={t.assignOnReplyHint}
              options={[
                { value: 'false', label: t.assignedByHand },
                { value: 'true', label: t.assignedOnReply },
              ]}
              required
            />
            <SelectField
              name="staffMayInvite"
              label={t.staffMayInvite}
              hint={t.staffMayInviteHint}
              options={[
                { value: 'false', label: t.invitedByAdministrators },
                { value: 'true', label: t.invitedByStaff },
              ]}
              required
            />
            <SelectField
              name="country"
              label={t.country}
              hint={t.countryHint}
              options={countryOptions()}
              required
            />
            <SelectField
              name="keptSessions"
              label={t.keptSessions}
              hint={t.keptSessionsHint}
              options={[
                { value: 'nobody', label: t.keptByNobody },
                { value: 'customers', label: t.keptByCustomers },
                { value: 'everyone', label: t.keptByEveryone },
              ]}
              required
            />
            <EmergencyFields />
            <ColorField name="color" label={t.color} hint={t.colorHint} />
          </Form>
        </Page>
      )}
    </QueryBoundary>
  )
}

const EmergencyFields = () => (
  <>
    <TextField
      name="emergencyPhone"
      label={t.emergencyPhone}
      hint={t.emergencyPhoneHint}
      type="tel"
      autoComplete="off"
    />
    <SelectField
      name="emergencyAlways"
      label={t.emergencyHours}
      hint={t.emergencyHoursHint}
      options={[
        { value: 'true', label: t.emergencyAlways },
        { value: 'false', label: t.emergencyInWorkingHours },
      ]}
      required
    />
  </>
)

/** In the reader's language and its order. */
function countryOptions() {
  const { compare } = new Intl.Collator(language)
  return Object.entries(countryNames(language))
    .map(([value, label]) => ({ value, label }))
    .toSorted((a, b) => compare(a.label, b.label))
}
