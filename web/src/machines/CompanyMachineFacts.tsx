import type { ReactNode } from 'react'
import type { CompanyMachine } from '#contract/machines.ts'
import { machineMessages as t } from '../messages/current.ts'
import { formatDay } from '../ui/text/format.ts'
import { LongText } from '../ui/text/LongText.tsx'
import classes from './CompanyMachineFacts.module.css'
import { Warranty } from './Warranty.tsx'

export const CompanyMachineFacts = ({ machine }: { machine: CompanyMachine }) => (
  <dl className={classes.facts} aria-label={t.facts}>
    <Fact name={t.serialNumber}>{machine.serialNumber}</Fact>
    <Fact name={t.dateOfPurchase}>
      <time dateTime={machine.dateOfPurchase}>{formatDay(machine.dateOfPurchase)}</time>
    </Fact>
    <Fact name={t.warranty}>
      <Warranty until={machine.dateOfWarrantyEnd} />
    </Fact>
    <LongFact name={t.description} text={machine.machine.description} />
    <LongFact name={t.notes} text={machine.notes} />
  </dl>
)

const Fact = ({
  name,
  children,
  ...props
}: {
  name: string
  children: ReactNode
  'data-long'?: true
}) => (
  <div {...props}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

const LongFact = ({ name, text }: { name: string; text: string }) =>
  text && (
    <Fact name={name} data-long>
      <LongText>{text}</LongText>
    </Fact>
  )
