import { useMutationState } from '@tanstack/react-query'
import { notifications, type PreferencesChange, type ScopeChange } from '#contract/notifications.ts'
import { useRouteMutation, useRouteQuery } from '../../data/queries.ts'
import { notificationSettingsMessages as t } from '../../messages/current.ts'
import { applyChange } from './applyChange.ts'

const scope = 'preferences'

/** With the changes that the server has not confirmed yet; they
 * are sent one after the other, and a failed one is dropped. */
export function usePreferences() {
  const query = useRouteQuery(notifications.preferences)
  const change = useRouteMutation(notifications.setPreferences, () => t.saved, { scope })
  const changeScope = useRouteMutation(notifications.setScope, () => t.saved, { scope })
  const changes = useMutationState({
    filters: { status: 'pending', predicate: ({ options }) => options.scope?.id === scope },
    select: ({ state }) => (state.variables as { body: PreferencesChange | ScopeChange }).body,
  })
  return {
    query: { ...query, data: query.data && changes.reduce(applyChange, query.data) },
    change: (body: PreferencesChange) => void change({ body }).catch(() => {}),
    changeScope: (body: ScopeChange) => void changeScope({ body }).catch(() => {}),
  }
}
