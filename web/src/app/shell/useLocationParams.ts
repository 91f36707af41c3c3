import { type StaticDataRouteOption, useMatches } from '@tanstack/react-router'
import type { Area } from '#contract/paths.ts'
import type { CrumbName } from './crumbs.tsx'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    area?: Area
    crumb?: CrumbName
  }
}

type LocationParams = { company?: string; machine?: string; ticket?: string }

/** The area and the ids in the address. Renders anew only when they
 * change: the router also announces each step of a navigation. */
export const useLocationParams = () => useMatches({ structuralSharing: true, select: paramsOf })

const paramsOf = (matches: { params: LocationParams; staticData: StaticDataRouteOption }[]) => ({
  ...matches.at(-1)?.params,
  area: matches.find(({ staticData }) => staticData.area)?.staticData.area,
})
