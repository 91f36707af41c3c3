import { LinkButton } from '../ui/controls/LinkButton.tsx'
import { Missing } from '../ui/layout/Missing.tsx'
import { machineMessages as t } from './messages.ts'

/** Stands for the page of a machine that is not there; `list` is where the others are. */
export const MachineMissing = ({ list }: { list: string }) => (
  <Missing
    title={t.missing}
    about={t.missingHint}
    back={
      <LinkButton look="plain" to={list}>
        {t.toMachines}
      </LinkButton>
    }
  />
)
