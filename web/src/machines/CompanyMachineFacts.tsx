import type { CompanyMachine } from '#contract/machines.ts'
import { machineMessages as t } from '../messages/current.ts'
import { Fact, Facts } from '../ui/layout/Facts.tsx'
import { formatDayInText } from '../ui/text/format.ts'
import { LongText } from '../ui/text/LongText.tsx'
import { Warranty } from './Warranty.tsx'

export const CompanyMachineFacts = ({ machine }: { machine: CompanyMachine }) => (
  <Facts label={t.facts} layout="row">
    <Fact name={t.serialNumber}>{machine.serialNumber}</Fact>
    <Fact name={t.dateOfPurchase}>
      <time dateTime={machine.dateOfPurchase}>{formatDayInText(machine.dateOfPurchase)}</time>
    </Fact>
    <Fact name={t.warranty}>
      <Warranty until={machine.dateOfWarrantyEnd} />
    </Fact>
    <LongFact name={t.description} text={machine.machine.description} />
    <LongFact name={t.notes} text={machine.notes} />
  </Facts>
)

const LongFact = ({ name, text }: { name: string; text: string }) =>
  text && (
    <Fact name={name} isLong>
      <LongText>{text}</LongText>
    </Fact>
  )
