import { use, useRef, useState } from 'react'
import { oneYearAfter } from '#contract/fields.ts'
import { DayField } from '../ui/form/DayField.tsx'
import { FormState } from '../ui/form/Form.tsx'
import { TextArea } from '../ui/form/TextArea.tsx'
import { TextField } from '../ui/form/TextField.tsx'
import { machineMessages as t } from './messages.ts'

/** What is known of one machine of a company. Its warranty ends a year after it was bought, until somebody says otherwise. */
export function CompanyMachineFields() {
  const { dateOfPurchase: bought, dateOfWarrantyEnd: ends } = use(FormState).initial as Record<string, string | undefined>
  const [warrantyEnd, setWarrantyEnd] = useState(ends ?? null)
  const theirOwn = useRef(bought !== undefined && ends !== oneYearAfter(bought))

  return (
    <>
      <TextField name="serialNumber" label={t.serialNumber} autoComplete="off" autoCapitalize="characters" spellCheck={false} required />
      <DayField
        name="dateOfPurchase"
        label={t.purchaseDay}
        required
        onDay={day => {
          if (day && !theirOwn.current) setWarrantyEnd(oneYearAfter(day))
        }}
      />
      <DayField
        name="dateOfWarrantyEnd"
        label={t.warrantyDay}
        hint={t.warrantyHint}
        value={warrantyEnd}
        onDay={day => {
          theirOwn.current = day !== null
          setWarrantyEnd(day)
        }}
      />
      <TextArea name="notes" label={t.notes} hint={t.notesHint} rows={3} />
    </>
  )
}
