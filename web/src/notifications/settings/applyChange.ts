import type { Preferences, PreferencesChange, ScopeChange } from '#contract/notifications.ts'

/** The preferences after a change that the server has not confirmed yet. */
export const applyChange = (
  preferences: Preferences,
  {
    kinds = [],
    scope,
    companies,
    pushText = preferences.pushText,
  }: Partial<PreferencesChange & ScopeChange>,
): Preferences => ({
  ...preferences,
  scope: scope ?? preferences.scope,
  pushText,
  kinds: preferences.kinds.map(each => kinds.find(({ kind }) => kind === each.kind) ?? each),
  companies:
    companies?.map(
      id => preferences.companies.find(({ _id }) => _id === id) ?? { _id: id, name: '' },
    ) ?? preferences.companies,
})
