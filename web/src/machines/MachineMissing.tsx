import { machineMessages as t } from '../messages/current.ts'
import { LinkButton } from '../ui/controls/LinkButton.tsx'
import { Missing } from '../ui/layout/Missing.tsx'

/** Takes the place of a machine that does not exist; `list` is the path to the others. */
export const MachineMissing = ({ list }: { list: string }) => (
  <Missing
    title={t.missing}
    about={t.missingHint}
    back={
      <LinkButton variant="plain" to={list}>
        {t.toMachines}
      </LinkButton>
    }
  />
)
