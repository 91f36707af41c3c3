import { machineMessages as t } from '../messages/current.ts'
import { Coverage, CoverageDot } from '../ui/text/Coverage.tsx'

/** The warranty of a company's machine. `what` names it where the context does not. */
export const Warranty = (props: { what?: string; until: string | null; isInTable?: boolean }) => (
  <Coverage {...props} none={t.noWarranty} />
)

/** The same in a row of a phone, with its day. */
export const WarrantyDot = (props: { until: string | null }) => (
  <CoverageDot {...props} none={t.noWarranty} isDated />
)
