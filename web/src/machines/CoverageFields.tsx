import { useRef, useState } from 'react'
import { oneYearAfter } from '#contract/fields.ts'
import { DayField } from '../ui/fields/DayField.tsx'
import { machineMessages as t } from './messages.ts'

/** When a machine was bought and when its warranty ends: a year later, until somebody says otherwise. */
export function CoverageFields() {
  const [warrantyEnd, setWarrantyEnd] = useState<string | null>(null)
  const theirOwn = useRef(false)

  return (
    <>
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
    </>
  )
}
