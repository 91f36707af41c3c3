import { IconKey } from '@tabler/icons-react'
import type { StartPage } from '#contract/fields.ts'
import { paths } from '#contract/paths.ts'
import { type Profile, ProfileDetails, profile, startPagesOf } from '#contract/profile.ts'
import { queryClient, useRouteMutationInPlace, useRouteQuery } from '../../data/queries.ts'
import {
  companyMessages,
  language,
  peopleMessages,
  shellMessages,
  profileMessages as t,
  ticketMessages,
} from '../../messages/current.ts'
import { languageNames } from '../../messages/languageNames.ts'
import { Choice } from '../../ui/controls/Choice.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { SelectField } from '../../ui/form/SelectField.tsx'
import { EmailField, TextField } from '../../ui/form/TextField.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { QueryBoundary } from '../../ui/layout/QueryBoundary.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { Skeleton } from '../../ui/layout/Skeleton.tsx'
import { chooseLanguage } from '../session/ownLanguage.ts'
import { meQuery, roleOf, useMe } from '../session/session.ts'
import { EmailSection } from './EmailSection.tsx'
import classes from './ProfilePage.module.css'

/** What users change about themselves. */
export default function ProfilePage() {
  const me = useMe()
  const query = useRouteQuery(profile.get)
  return (
    <Page title={shellMessages.profile} about={t.about} width="reading">
      <div className={classes.sections}>
        <QueryBoundary query={query} skeleton={<Skeleton lines={4} height={56} />}>
          {own => (
            <>
              <Details key={own.email} own={own} />
              {roleOf(me) !== 'operator' && <EmailSection newEmail={own.newEmail} />}
            </>
          )}
        </QueryBoundary>
        <Section title={shellMessages.language}>
          <p className={classes.about}>{t.languageAbout}</p>
          <Choice
            label={shellMessages.language}
            value={language}
            options={languageNames}
            onChange={next => void chooseLanguage(next, false)}
          />
        </Section>
        <Section title={t.password}>
          <p className={classes.about}>{t.passwordAbout}</p>
          <LinkButton
            to={paths.forgotPassword}
            search={{ mail: me.email }}
            variant="plain"
            icon={IconKey}
          >
            {t.changePassword}
          </LinkButton>
        </Section>
      </div>
    </Page>
  )
}

function Details({ own }: { own: Profile }) {
  const role = roleOf(useMe())
  const change = useRouteMutationInPlace(profile.change, ({ message }) => message)

  async function save(body: ProfileDetails) {
    await change({ body })
    await queryClient.invalidateQueries({ queryKey: meQuery.queryKey })
  }

  return (
    <Form schema={ProfileDetails} initial={own} submit={t.save} onSubmit={save}>
      <div className={classes.pair}>
        <TextField name="name" label={peopleMessages.name} autoComplete="given-name" required />
        <TextField
          name="surname"
          label={peopleMessages.surname}
          autoComplete="family-name"
          required
        />
      </div>
      <TextField
        name="phone"
        label={peopleMessages.phone}
        hint={role === 'customer' ? t.phoneHint : t.phoneHintTeam}
        type="tel"
        autoComplete="tel"
      />
      <EmailField
        name="email"
        label={peopleMessages.email}
        hint={role === 'operator' ? t.emailHintOperator : t.emailHint}
        autoComplete="email"
        readOnly
      />
      <SelectField
        name="startPage"
        label={t.startPage}
        hint={t.startPageHint}
        options={startPagesOf(role).map(value => ({ value, label: nameOf(value, role) }))}
        required
      />
      <SelectField
        name="timeZone"
        label={t.timeZone}
        hint={t.timeZoneHint}
        options={[
          { value: '', label: t.timeZoneOfVendor },
          ...[...new Set([own.timeZone, ...Intl.supportedValuesOf('timeZone')])]
            .filter(Boolean)
            .map(value => ({ value, label: value.replaceAll('_', ' ') })),
        ]}
        required
      />
    </Form>
  )
}

/** As the menu names it. */
function nameOf(startPage: StartPage, role: ReturnType<typeof roleOf>) {
  if (startPage === 'home') return shellMessages.home
  if (startPage === 'tickets') return ticketMessages.title
  return role === 'customer' ? companyMessages.accounts : companyMessages.companies
}
