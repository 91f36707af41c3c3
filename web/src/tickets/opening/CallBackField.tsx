import { use, useState } from 'react'
import { live } from '#contract/live.ts'
import { useRouteQuery } from '../../data/queries.ts'
import { ticketMessages as t } from '../../messages/current.ts'
import { FormState } from '../../ui/form/Form.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import classes from './CallBackField.module.css'

/** Asks the team to call back, at the user's own number or another one. */
export function CallBackField() {
  const { data } = useRouteQuery(live.help)
  const form = use(FormState)
  const [isAsked, setAsked] = useState(form.initial.wantsCallBack === 'on')
  const initial = { callBack: data?.phone, ...form.initial }
  return (
    <div>
      <label className={classes.option}>
        {/* its name keeps the tick in the draft */}
        <input
          type="checkbox"
          name="wantsCallBack"
          checked={isAsked}
          onChange={event => setAsked(event.target.checked)}
        />
        <span>{t.callMeBack}</span>
      </label>
      {isAsked && (
        <FormState value={{ ...form, initial }}>
          <TextField
            name="callBack"
            label={t.callBackNumber}
            type="tel"
            autoComplete="tel"
            required
          />
        </FormState>
      )}
    </div>
  )
}
