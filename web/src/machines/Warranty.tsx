import { machineMessages as t } from '../messages/current.ts'
import { Coverage } from '../ui/text/Coverage.tsx'

/** The warranty of a company's machine. `what` names it where the context does not. */
export const Warranty = (props: { what?: string; until: string | null }) => (
  <Coverage {...props} none={t.noWarranty} />
)
