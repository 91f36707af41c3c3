import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { companies } from '#contract/companies.ts'
import {
  type NotificationScope,
  notifications,
  type Preferences,
  type ScopeChange,
} from '#contract/notifications.ts'
import { useRouteMutation, useRouteQuery } from '../../data/queries.ts'
import { hasAddress } from '../../identity/session/session.ts'
import { OtherSession } from '../../identity/sign-in/OtherSession.tsx'
import { shellMessages, notificationSettingsMessages as t } from '../../messages/current.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { SearchField } from '../../ui/controls/SearchField.tsx'
import { Notice } from '../../ui/layout/Notice.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { QueryBoundary } from '../../ui/layout/QueryBoundary.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { Skeleton } from '../../ui/layout/Skeleton.tsx'
import { formatCount } from '../../ui/text/format.ts'
import { BrowserPermission } from './BrowserPermission.tsx'
import classes from './NotificationSettingsPage.module.css'
import { usePreferences } from './usePreferences.ts'

/** How the user is notified: of what, by mail or in the browser, and for the team of which tickets.
 * `mail` in the address: the recipient of the mail that has led here. */
export default function NotificationSettingsPage() {
  const { mail } = useSearch({ strict: false })
  const { query, change, changeScope } = usePreferences()
  return (
    <Page title={shellMessages.notificationSettings} about={t.about} width="reading">
      <QueryBoundary query={query} skeleton={<Skeleton lines={7} height={44} />}>
        {preferences => (
          <div className={classes.sections}>
            {mail && <OtherSession isFor={me => hasAddress(me, mail)} />}
            {preferences.undeliverable && <Undeliverable />}
            <Kinds preferences={preferences} onChange={kind => change({ kinds: [kind] })} />
            <BrowserPermission pushText={preferences.pushText} onChange={change} />
            {preferences.scope && (
              <Scope preferences={preferences} scope={preferences.scope} onChange={changeScope} />
            )}
          </div>
        )}
      </QueryBoundary>
    </Page>
  )
}

function Undeliverable() {
  const resume = useRouteMutation(notifications.resumeMails, () => t.mailsResumed)
  return (
    <Notice tone="wrong">
      <p>{t.undeliverable}</p>
      <Button variant="plain" onClick={() => void resume({}).catch(() => {})}>
        {t.resumeMails}
      </Button>
    </Notice>
  )
}

function Kinds({
  preferences,
  onChange,
}: {
  preferences: Preferences
  onChange: (kind: Preferences['kinds'][number]) => void
}) {
  return (
    <Section title={t.kinds}>
      <table className={classes.kinds}>
        <thead>
          <tr>
            <th scope="col">{t.kind}</th>
            <th scope="col">{t.mail}</th>
            <th scope="col">{t.browser}</th>
          </tr>
        </thead>
        <tbody>
          {preferences.kinds.map(preference => {
            const isOfColleague = preference.kind === 'ticket.written' && preferences.scope === null
            const name = isOfColleague ? t.colleagueWrote : t.kindNames[preference.kind]
            return (
              <tr key={preference.kind}>
                <th scope="row">{name}</th>
                {(['mail', 'browser'] as const).map(channel => (
                  <td key={channel}>
                    <label>
                      <input
                        type="checkbox"
                        checked={preference[channel]}
                        aria-label={channel === 'mail' ? t.mailOf(name) : t.browserOf(name)}
                        onChange={event =>
                          onChange({ ...preference, [channel]: event.target.checked })
                        }
                      />
                      <span className={classes.channel} aria-hidden>
                        {channel === 'mail' ? t.mail : t.browser}
                      </span>
                    </label>
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </Section>
  )
}

const scopes: NotificationScope[] = ['mine', 'all', 'companies']

type ScopeProps = {
  preferences: Preferences
  scope: NotificationScope
  onChange: (change: ScopeChange) => void
}

const Scope = ({ preferences: { companies }, scope, onChange }: ScopeProps) => (
  <Section title={t.scope}>
    <p className={classes.about}>{t.scopeAbout}</p>
    <fieldset className={classes.options}>
      <legend className="sr-only">{t.scope}</legend>
      {scopes.map(each => (
        <label key={each} className={classes.option}>
          <input
            type="radio"
            name="scope"
            checked={each === scope}
            onChange={() => onChange({ scope: each })}
          />
          <span>{t.scopes[each]}</span>
        </label>
      ))}
    </fieldset>
    {scope === 'companies' && (
      <Companies chosen={companies} onChange={companies => onChange({ scope, companies })} />
    )}
  </Section>
)

function Companies({
  chosen,
  onChange,
}: {
  chosen: Preferences['companies']
  onChange: (companies: string[]) => void
}) {
  const [search, setSearch] = useState('')
  // no line moves when it is ticked
  const [first] = useState(() => chosen.filter(({ name }) => name))
  const ids = chosen.map(({ _id }) => _id)
  const query = useRouteQuery(companies.listForStaff, {
    query: { size: '100', page: '0', sort: 'name', ...(search && { search }) },
  })
  return (
    <fieldset className={classes.options}>
      <legend>{t.companies}</legend>
      {chosen.length === 0 && <p className={classes.about}>{t.noCompanyChosen}</p>}
      <SearchField
        value={search}
        searched="companies"
        count={query.data ? formatCount(query.data) : ''}
        onSearch={setSearch}
      />
      <QueryBoundary query={query} skeleton={<Skeleton lines={3} height={36} />}>
        {({ companies }) => {
          const shown = search
            ? companies
            : [...first, ...companies.filter(({ _id }) => first.every(each => each._id !== _id))]
          if (shown.length === 0)
            return <p className={classes.about}>{search ? t.noCompanyFound : t.noCompanies}</p>
          return shown.map(({ _id, name }) => (
            <label key={_id} className={classes.option}>
              <input
                type="checkbox"
                checked={ids.includes(_id)}
                onChange={event =>
                  onChange(event.target.checked ? [...ids, _id] : ids.filter(each => each !== _id))
                }
              />
              <bdi>{name}</bdi>
            </label>
          ))
        }}
      </QueryBoundary>
    </fieldset>
  )
}
