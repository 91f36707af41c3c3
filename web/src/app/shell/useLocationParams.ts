import { useMatches } from '@tanstack/react-router'
import type { Area } from '#contract/paths.ts'
import type { CrumbName } from './crumbs.tsx'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    area?: Area
    crumb?: CrumbName
  }
}

export function useLocationParams() {
  const matches = useMatches()
  const params: { company?: string; machine?: string; ticket?: string } =
    matches.at(-1)?.params ?? {}
  return { area: matches.find(match => match.staticData.area)?.staticData.area, ...params }
}
