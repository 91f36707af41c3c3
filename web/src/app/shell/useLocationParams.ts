import { useMatches } from '@tanstack/react-router'
import type { Area } from '../../navigation/paths.ts'
import type { CrumbName } from './crumbs.tsx'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    area?: Area
    crumb?: CrumbName
  }
}

export function useLocationParams() {
  const matches = useMatches()
  const params = (matches.at(-1)?.params ?? {}) as { company?: string; machine?: string; ticket?: string }
  return { area: matches.find(match => match.staticData.area)?.staticData.area, ...params }
}
