import { use, useRef, useState } from 'react'
import { oneYearAfter } from '#contract/fields.ts'
import type { CompanyMachine } from '#contract/machines.ts'
import { machineMessages as t } from '../messages/current.ts'
import { DayField } from '../ui/form/DayField.tsx'
import { FormState } from '../ui/form/Form.tsx'
import { TextArea, TextField } from '../ui/form/TextField.tsx'

/** The warranty ends a year after the purchase, until the user enters another day, or none. */
export function CompanyMachineFields() {
  const { dateOfPurchase: purchaseDay, dateOfWarrantyEnd: initialWarrantyEnd = null } = use(
    FormState,
  ).initial as Partial<CompanyMachine>
  const [warrantyEnd, setWarrantyEnd] = useState(initialWarrantyEnd)
  const isCustomWarrantyEnd = useRef(
    purchaseDay !== undefined && initialWarrantyEnd !== oneYearAfter(purchaseDay),
  )

  return (
    <>
      <TextField
        name="serialNumber"
        label={t.serialNumber}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        required
      />
      <DayField
        name="dateOfPurchase"
        label={t.purchaseDay}
        required
        onDay={day => {
          if (day && !isCustomWarrantyEnd.current) setWarrantyEnd(oneYearAfter(day))
        }}
      />
      <DayField
        name="dateOfWarrantyEnd"
        label={t.warrantyDay}
        hint={t.warrantyHint}
        value={warrantyEnd}
        onDay={day => {
          isCustomWarrantyEnd.current = true
          setWarrantyEnd(day)
        }}
      />
      <TextArea name="notes" label={t.notes} hint={t.notesHint} rows={3} />
    </>
  )
}
