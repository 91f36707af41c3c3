import type { CompanyMachine } from '#contract/machines.ts'
import { machineMessages as t } from '../messages/current.ts'
import { formatDay } from '../ui/text/format.ts'
import { LongText } from '../ui/text/LongText.tsx'
import classes from './MachineFacts.module.css'
import { Warranty } from './Warranty.tsx'

export const MachineFacts = ({ machine }: { machine: CompanyMachine }) => (
  <dl className={classes.facts} aria-label={t.facts}>
    <div>
      <dt>{t.serialNumber}</dt>
      <dd>{machine.serialNumber}</dd>
    </div>
    <div>
      <dt>{t.dateOfPurchase}</dt>
      <dd>
        <time dateTime={machine.dateOfPurchase}>{formatDay(machine.dateOfPurchase)}</time>
      </dd>
    </div>
    <div>
      <dt>{t.warranty}</dt>
      <dd>
        <Warranty until={machine.dateOfWarrantyEnd} />
      </dd>
    </div>
    {machine.machine.description && (
      <div data-long>
        <dt>{t.description}</dt>
        <dd>
          <LongText>{machine.machine.description}</LongText>
        </dd>
      </div>
    )}
    {machine.notes && (
      <div data-long>
        <dt>{t.notes}</dt>
        <dd>
          <LongText>{machine.notes}</LongText>
        </dd>
      </div>
    )}
  </dl>
)
